// What the page can do more where scripts run: nothing here is needed to read,
// to write or to resolve.
"use strict";
(() => {
  // Copy buttons.
  const copy = async (button) => {
    const area = document.getElementById(button.dataset.copy);
    let done = true;
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      area.select();
      done = document.execCommand("copy");
      button.focus();
    }
    const told = button.parentElement.querySelector(".copied");
    if (told) told.textContent = done ? "Copied." : "Press Ctrl-C to copy.";
  };

  // Files dropped on a zone go into its field.
  const drop = (zone) => {
    const field = zone.querySelector("input[type=file]");
    const over = (on) => (event) => {
      event.preventDefault();
      zone.classList.toggle("over", on);
    };
    zone.addEventListener("dragover", over(true));
    zone.addEventListener("dragleave", over(false));
    zone.addEventListener("drop", (event) => {
      over(false)(event);
      if (!event.dataTransfer.files.length) {
        const text = zone.querySelector("textarea");
        if (text) text.value = event.dataTransfer.getData("text/plain");
        return;
      }
      field.files = event.dataTransfer.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
  };

  // What is pasted out of a page brings its markup along: it tells names, times and
  // quotes better than the text does. Where the text is edited, the text counts.
  const rich = (area) => {
    const said = area.parentElement.querySelector("[data-rich-said]");
    let pages = [];
    const show = () => {
      area.form.querySelectorAll("input[name=rich]").forEach((one) => one.remove());
      pages.forEach((one) => {
        const field = document.createElement("input");
        field.type = "hidden";
        field.name = "rich";
        field.value = one.markup;
        area.after(field);
      });
      said.textContent = pages.length
        ? "Its markup came along: if it is a forum's, names, times and quotes are read from it."
        : "";
    };
    area.addEventListener("paste", (event) => {
      const markup = event.clipboardData?.getData("text/html");
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (markup) pages.push({ markup, text: text.replaceAll(/\r\n?/g, "\n").trim() });
    });
    area.addEventListener("input", () => {
      let left = area.value;
      pages = pages.filter((one) => {
        const found = left.includes(one.text);
        left = left.replace(one.text, () => "");
        return found;
      });
      if (left.trim()) pages = [];
      show();
    });
  };

  const dress = (root) => {
    root.querySelectorAll("button[data-copy]").forEach((button) => {
      button.hidden = false;
      button.onclick = () => copy(button);
    });
    root.querySelectorAll("[data-keys]").forEach((one) => (one.hidden = !doubts().length));
    root.querySelectorAll("[data-drop]").forEach(drop);
    root.querySelectorAll("[data-drop] textarea").forEach(rich);
  };

  // Ctrl-Enter in a text sends its form by the first button; where a game is
  // tried, Enter does, and Shift-Enter begins a line.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    const quick = event.target.matches("#play textarea") && !event.shiftKey;
    if (!(event.ctrlKey || event.metaKey || quick)) return;
    const form = event.target.closest?.("form");
    const button = form?.querySelector("button:not([type=button])");
    if (!button || form.dataset.sent) return;
    event.preventDefault();
    form.requestSubmit(button);
  });

  // A correction beside a post is meant to count.
  document.addEventListener("input", (event) => {
    if (!event.target.matches("textarea")) return;
    const use = event.target.closest("[data-row]")?.querySelector("input[value=use]");
    if (use) use.checked = true;
  });

  // Where it is to count as it was read, the field holds that again.
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-row] input[value=read]")) return;
    const row = event.target.closest("[data-row]");
    const [text, was] = ["textarea", "input[name^=was-]"].map((one) => row.querySelector(one));
    if (text && was) text.value = was.value;
  });

  // Doubts by keys, where the focus is on one: y, n, e; j and k go from one to the next.
  const doubts = () =>
    [...document.querySelectorAll("[data-doubt]")].filter((one) => one.offsetParent);
  const choose = (one, wanted) => {
    const radio = one.querySelector(wanted);
    if (!radio) return false;
    radio.checked = true;
    radio.focus();
    return true;
  };
  const chosen = (one) =>
    one.querySelector("input:checked") ?? one.querySelector("input, textarea");
  const step = (from, by) => {
    const all = doubts();
    const at = all.indexOf(from);
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
    const end = document.querySelector(".bar button");
    (next ? chosen(next) : end)?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("keydown", (event) => {
    const { target: on, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const one = on.closest?.("[data-doubt], [data-row]");
    if (key === "Escape" && one && on.matches("textarea")) chosen(one).focus();
    if (on.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return;
    const inside = one || on === document.body || on.closest?.("main");
    let done = true;
    if (key === "j" && inside) step(one, 1);
    else if (key === "k" && inside) step(one, -1);
    else if (key === "y" && one && choose(one, "[data-yes]")) step(one, 1);
    else if (key === "n" && one && choose(one, "[value=nothing], [value=nobody]")) step(one, 1);
    else if (key === "e" && one) {
      const row = one.closest(".found").querySelector("[data-row]") ?? one;
      const more = row.querySelector("details");
      if (more) more.open = true;
      row.querySelector("textarea")?.focus();
    } else done = false;
    if (done) event.preventDefault();
  });

  // What is being typed outlasts the page being renewed when a file was saved.
  let typed = new Map();
  document.addEventListener("htmx:beforeSwap", (event) => {
    typed = new Map();
    if (event.detail.requestConfig.elt.id !== "play") return;
    for (const field of document.querySelectorAll("#play textarea"))
      typed.set(field.id, field.value);
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
    typed = new Map();
  });

  // A form is sent once, however often it is pressed.
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    else event.target.dataset.sent = "1";
  });
  addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-sent]").forEach((form) => {
      delete form.dataset.sent;
    });
  });

  dress(document);
})();
