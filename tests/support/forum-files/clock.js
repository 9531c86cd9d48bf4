// The forum's clock goes ahead by the seconds in the file that AHEAD names.
const fs = require("fs");
const Own = Date;
const now = Date.now;
let ahead = 0;
setInterval(() => {
	fs.readFile(process.env.AHEAD, (missing, text) => {
		ahead = missing ? 0 : 1000 * Number(text);
	});
}, 50).unref();
Own.now = () => now() + ahead;
global.Date = new Proxy(Own, {
	construct: (made, given, as) =>
		Reflect.construct(made, given.length ? given : [Own.now()], as),
});
