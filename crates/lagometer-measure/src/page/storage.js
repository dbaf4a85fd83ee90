// Fills `localStorage` before the page's first script, where the document is of the page's origin.
if (location.origin === new URL(PAGE_URL).origin)
  for (const [key, value] of Object.entries(ITEMS)) localStorage.setItem(key, value);
