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

  const dress = (root) => {
    root.querySelectorAll("button[data-copy]").forEach((button) => {
      button.hidden = false;
      button.onclick = () => copy(button);
    });
    root.querySelectorAll("[data-drop]").forEach(drop);
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
