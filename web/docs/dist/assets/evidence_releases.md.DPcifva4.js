import{_ as a,o as e,c as n,a2 as t}from"./chunks/framework.D752Fqbz.js";const v=JSON.parse('{"title":"releases: releases against a naive model and against revokes, and opened by a library that the service does not use","description":"","frontmatter":{},"headers":[],"relativePath":"evidence/releases.md","filePath":"evidence/releases.md"}'),l={name:"evidence/releases.md"};function p(i,s,c,o,r,d){return e(),n("div",null,[...s[0]||(s[0]=[t(`<h1 id="releases-releases-against-a-naive-model-and-against-revokes-and-opened-by-a-library-that-the-service-does-not-use" tabindex="-1">releases: releases against a naive model and against revokes, and opened by a library that the service does not use <a class="header-anchor" href="#releases-releases-against-a-naive-model-and-against-revokes-and-opened-by-a-library-that-the-service-does-not-use" aria-label="Permalink to &quot;releases: releases against a naive model and against revokes, and opened by a library that the service does not use&quot;">​</a></h1><p>Made by <code>npm run evidence -- releases</code>. Shown are the last 60 lines of each output.</p><table tabindex="0"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>Commit</td><td>1c631a3ef628</td></tr><tr><td>Date</td><td>2026-11-22 19:40 UTC</td></tr><tr><td>Machine</td><td>linux x64, Intel(R) Xeon(R) Processor × 2, 24 GB, Node v26.10.0</td></tr></tbody></table><h2 id="passed-82-s" tabindex="-1">passed, 82 s <a class="header-anchor" href="#passed-82-s" aria-label="Permalink to &quot;passed, 82 s&quot;">​</a></h2><p><code>vitest run --config test/jwcrypto/vitest.config.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/jwcrypto/releases.check.ts (4 tests) 41567ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ opener built-in (2)</span></span>
<span class="line"><span class="c-wvjl67">     ✓ every type and every field is opened by both alike 9931ms</span></span>
<span class="line"><span class="c-wvjl67">     ✓ swapped, replayed, expired and re-signed ones are refused by jwcrypto 6655ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ opener of its own (2)</span></span>
<span class="line"><span class="c-wvjl67">     ✓ every type and every field is opened by both alike 8649ms</span></span>
<span class="line"><span class="c-wvjl67">     ✓ swapped, replayed, expired and re-signed ones are refused by jwcrypto 5674ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  4 passed (4)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  19:40:47</span></span>
<span class="line"><span class="c-wvjl67">   Duration  77.62s (tests 70%, import 15%, transform 14%)</span></span></code></pre></div><h2 id="passed-850-s" tabindex="-1">passed, 850 s <a class="header-anchor" href="#passed-850-s" aria-label="Permalink to &quot;passed, 850 s&quot;">​</a></h2><p>Run again by itself at 35738bf. The first run failed: its thousand histories asked for more than the 200 public endpoints that a consumer may have in a day, which the model did not know. Each history has a day of its own now (b256773).</p><p><code>RUNS=1000 COMMANDS=50 vitest run test/model/releases.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">stdout | test/model/releases.test.ts &gt; random histories hand out what a naive model permits, and store nothing else</span></span>
<span class="line"><span class="c-wvjl67">releases against the model: 1000 × 50 steps, {&quot;released&quot;:2241,&quot;refused&quot;:7192,&quot;read&quot;:1455,&quot;gone&quot;:4345}</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/model/releases.test.ts (1 test) 826132ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ random histories hand out what a naive model permits, and store nothing else 823483ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  20:27:48</span></span>
<span class="line"><span class="c-wvjl67">   Duration  850.49s (tests 99%, transform 1%, import 1%)</span></span></code></pre></div><h2 id="passed-1374-s" tabindex="-1">passed, 1374 s <a class="header-anchor" href="#passed-1374-s" aria-label="Permalink to &quot;passed, 1374 s&quot;">​</a></h2><p><code>ROUNDS=1000 vitest run test/races/release-revoke.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">stdout | test/races/release-revoke.test.ts &gt; nothing sealed is handed out after a taking has answered: opener built-in</span></span>
<span class="line"><span class="c-wvjl67">releases, opener built-in: 1000 takings, 51306 before, 0 late, 64155 without</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">stdout | test/races/release-revoke.test.ts &gt; nothing sealed is handed out after a taking has answered: opener of its own</span></span>
<span class="line"><span class="c-wvjl67">releases, opener of its own: 1000 takings, 14022 before, 0 late, 24390 without</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/release-revoke.test.ts (4 tests) 1354726ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ nothing sealed is handed out after a taking has answered: opener built-in 1096944ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ nothing sealed is handed out after a taking has answered: opener of its own 244275ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ nor after a sealing key was removed: opener built-in 4944ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ nor after a sealing key was removed: opener of its own 4753ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  4 passed (4)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  19:48:58</span></span>
<span class="line"><span class="c-wvjl67">   Duration  1371.90s (tests 100%)</span></span></code></pre></div>`,13)])])}const u=a(l,[["render",p]]);export{v as __pageData,u as default};
