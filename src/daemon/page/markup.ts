// The page's only markup. Everything else is built by the script, as text.

export const MARKUP = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Codicil</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M3 1h7l3 3v11H3z' fill='%23637a5c'/%3E%3Cpath d='M5 6h6M5 9h6M5 12h3' stroke='white'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<header>
<a class="name" href="#/">Codicil</a>
<p class="home" id="home"></p>
<button type="button" id="refresh" hidden>Refresh</button>
</header>
<p id="news" role="status" aria-live="polite"></p>
<main id="main" tabindex="-1"><p class="quiet">Opening the mind …</p></main>
<noscript><p>This page needs JavaScript; <code>codicil review</code> and <code>codicil log</code> show the same in a terminal.</p></noscript>
</body>
</html>
`;
