"use strict";
(() => {
  const root = document.documentElement;
  const pages = [...document.querySelectorAll("section.page")];
  const links = [...document.querySelectorAll("header nav a")];
  const name = document.title;
  let opener = null;
  root.classList.add("script");

  // A route is the id of a page, or of anything in it; a drawer's id opens the drawer over its page.
  const target = () => {
    let id = "";
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* a broken escape leads home */ }
    return document.getElementById(id);
  };
  const show = (move) => {
    const found = target();
    const page = (found && found.closest("section.page")) || pages[0];
    for (const one of pages) one.hidden = one !== page;
    for (const link of links) {
      if (link.hash === `#${page.id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${page.dataset.title} · ${name}`;
    for (const one of document.querySelectorAll(".found")) one.classList.remove("found");
    for (const one of document.querySelectorAll("dialog[open]")) if (one !== found) one.close();
    if (found && found.matches("dialog")) open(found);
    else if (found === page || !found || !page.contains(found)) {
      if (move) { scrollTo(0, 0); page.querySelector("h2").focus({ preventScroll: true }); }
    } else {
      if (found.matches(".terms > div")) found.classList.add("found");
      found.scrollIntoView();
      if (move) { found.setAttribute("tabindex", "-1"); found.focus({ preventScroll: true }); }
    }
  };

  const open = (drawer) => {
    if (!drawer.open) drawer.showModal();
    drawer.scrollTop = 0;
    drawer.querySelector("h4").focus({ preventScroll: true });
  };
  for (const drawer of document.querySelectorAll("dialog.drawer")) {
    drawer.querySelector(".closes").addEventListener("click", () => drawer.close());
    drawer.addEventListener("click", (event) => { if (event.target === drawer) drawer.close(); });
    drawer.addEventListener("close", () => {
      const page = drawer.closest("section.page");
      if (location.hash === `#${drawer.id}`) history.replaceState(null, "", `#${page.id}`);
      const back = opener || document.querySelector(`a.opens[href="#${drawer.id}"]`);
      opener = null;
      if (back && !page.hidden) back.focus();
    });
  }
  for (const link of document.querySelectorAll("a.opens")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      opener = link;
      history.replaceState(null, "", link.hash);
      open(target());
    });
  }

  // Numbers before words, empty cells last in both directions; equal rows keep their order.
  const order = (one, other, sign) => {
    if (one === "" || other === "") return (one === "") - (other === "");
    const numbers = [Number(one), Number(other)];
    const both = !numbers.some(Number.isNaN);
    return sign * (both ? numbers[0] - numbers[1] : one.localeCompare(other, "en"));
  };
  const sort = (table, heads, index) => {
    const head = heads[index];
    const down = head.getAttribute("aria-sort") === "ascending"
      || (!head.hasAttribute("aria-sort") && head.classList.contains("number"));
    for (const one of heads) one.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...table.tBodies[0].rows];
    rows.sort((one, other) => order(one.cells[index].dataset.by, other.cells[index].dataset.by, down ? -1 : 1));
    table.tBodies[0].append(...rows);
  };
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, index) => {
      if (head.textContent === "Details") { head.classList.add("fixed"); return; }
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(table, heads, index));
      head.append(button);
    });
  }

  // A table that is wider than its place scrolls by itself; then the keyboard must reach it.
  const reach = () => {
    for (const place of document.querySelectorAll(".table")) {
      const caption = place.querySelector("caption").textContent;
      if (place.scrollWidth > place.clientWidth) {
        place.tabIndex = 0; place.setAttribute("role", "region"); place.setAttribute("aria-label", caption);
      } else { place.removeAttribute("tabindex"); place.removeAttribute("role"); place.removeAttribute("aria-label"); }
    }
  };
  addEventListener("hashchange", () => { show(true); reach(); });
  addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && !link.matches(".opens") && link.hash === location.hash) { event.preventDefault(); show(true); }
  });
  show(false);
  reach();
})();
