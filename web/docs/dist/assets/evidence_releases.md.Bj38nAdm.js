import{_ as a,o as n,c as e,a2 as l}from"./chunks/framework.D752Fqbz.js";const w=JSON.parse('{"title":"releases: releases against a naive model and against revokes, and opened by a library that the service does not use","description":"","frontmatter":{},"headers":[],"relativePath":"evidence/releases.md","filePath":"evidence/releases.md"}'),p={name:"evidence/releases.md"};function t(c,s,i,o,r,d){return n(),e("div",null,[...s[0]||(s[0]=[l(`<h1 id="releases-releases-against-a-naive-model-and-against-revokes-and-opened-by-a-library-that-the-service-does-not-use" tabindex="-1">releases: releases against a naive model and against revokes, and opened by a library that the service does not use <a class="header-anchor" href="#releases-releases-against-a-naive-model-and-against-revokes-and-opened-by-a-library-that-the-service-does-not-use" aria-label="Permalink to &quot;releases: releases against a naive model and against revokes, and opened by a library that the service does not use&quot;">​</a></h1><p>Made by <code>npm run evidence -- releases</code>. Shown are the last 60 lines of each output.</p><table tabindex="0"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>Commit</td><td>1c631a3ef628</td></tr><tr><td>Date</td><td>2026-11-22 19:40 UTC</td></tr><tr><td>Machine</td><td>linux x64, Intel(R) Xeon(R) Processor × 2, 24 GB, Node v26.10.0</td></tr></tbody></table><h2 id="passed-82-s" tabindex="-1">passed, 82 s <a class="header-anchor" href="#passed-82-s" aria-label="Permalink to &quot;passed, 82 s&quot;">​</a></h2><p><code>vitest run --config test/jwcrypto/vitest.config.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
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
<span class="line"><span class="c-wvjl67">   Duration  77.62s (tests 70%, import 15%, transform 14%)</span></span></code></pre></div><h2 id="failed-with-exit-code-1-410-s" tabindex="-1">failed with exit code 1, 410 s <a class="header-anchor" href="#failed-with-exit-code-1-410-s" aria-label="Permalink to &quot;failed with exit code 1, 410 s&quot;">​</a></h2><p><code>RUNS=1000 COMMANDS=50 vitest run test/model/releases.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">	const { status, body } = await server.send(&quot;POST&quot;, &quot;/v1/releases&quot;, {</span></span>
<span class="line"><span class="c-wvjl67">		key: payer.key,</span></span>
<span class="line"><span class="c-wvjl67">		body: {</span></span>
<span class="line"><span class="c-wvjl67">			alias: world.alias,</span></span>
<span class="line"><span class="c-wvjl67">			endpoint: endpoint.id,</span></span>
<span class="line"><span class="c-wvjl67">			sealing_key: sealing.id</span></span>
<span class="line"><span class="c-wvjl67">		}</span></span>
<span class="line"><span class="c-wvjl67">	});</span></span>
<span class="line"><span class="c-wvjl67">	const permitted = permits(world, at);</span></span>
<span class="line"><span class="c-wvjl67">	if (!sealing.live) return expect([status, body.error.code]).toEqual([409, &quot;sealing_key_not_usable&quot;]);</span></span>
<span class="line"><span class="c-wvjl67">	if (permitted === null) {</span></span>
<span class="line"><span class="c-wvjl67">		counts.refused++;</span></span>
<span class="line"><span class="c-wvjl67">		return expect([status, body.error.code]).toEqual([404, &quot;release_not_found&quot;]);</span></span>
<span class="line"><span class="c-wvjl67">	};</span></span>
<span class="line"><span class="c-wvjl67">	counts.released++;</span></span>
<span class="line"><span class="c-wvjl67">	expect(status).toBe(201);</span></span>
<span class="line"><span class="c-wvjl67">	const { text } = await openJwe(body.jwe, sealing.pair);</span></span>
<span class="line"><span class="c-wvjl67">	const { claims } = await verifyJws(text, pinned);</span></span>
<span class="line"><span class="c-wvjl67">	expect(claims).toMatchObject({</span></span>
<span class="line"><span class="c-wvjl67">		address: iban,</span></span>
<span class="line"><span class="c-wvjl67">		endpoint: endpoint.id,</span></span>
<span class="line"><span class="c-wvjl67">		sub: world.identity,</span></span>
<span class="line"><span class="c-wvjl67">		aud: payer.consumer</span></span>
<span class="line"><span class="c-wvjl67">	});</span></span>
<span class="line"><span class="c-wvjl67">	world.made.push({</span></span>
<span class="line"><span class="c-wvjl67">		id: body.id,</span></span>
<span class="line"><span class="c-wvjl67">		endpoint: at,</span></span>
<span class="line"><span class="c-wvjl67">		key: key % world.keys.length,</span></span>
<span class="line"><span class="c-wvjl67">		alive: true,</span></span>
<span class="line"><span class="c-wvjl67">		granted: permitted === &quot;granted&quot;</span></span>
<span class="line"><span class="c-wvjl67">	});</span></span>
<span class="line"><span class="c-wvjl67">}]]</span></span>
<span class="line"><span class="c-wvjl67">Shrunk 0 time(s)</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">Hint: Enable verbose mode in order to have the list of all failing values encountered during the run</span></span>
<span class="line"><span class="c-wvjl67"> ❯ buildError node_modules/fast-check/lib/fast-check.js:2469:16</span></span>
<span class="line"><span class="c-wvjl67"> ❯ asyncThrowIfFailed node_modules/fast-check/lib/fast-check.js:2481:8</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">Caused by: AssertionError: expected 404 to be 201 // Object.is equality</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">- Expected</span></span>
<span class="line"><span class="c-wvjl67">+ Received</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">- 201</span></span>
<span class="line"><span class="c-wvjl67">+ 404</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ❯ test/model/releases.test.ts:103:20</span></span>
<span class="line"><span class="c-wvjl67"> ❯ test/model/releases.test.ts:232:9</span></span>
<span class="line"><span class="c-wvjl67"> ❯ AsyncProperty.run node_modules/fast-check/lib/fast-check.js:1217:19</span></span>
<span class="line"><span class="c-wvjl67"> ❯ asyncPropertyExecution node_modules/fast-check/lib/fast-check.js:2564:14</span></span>
<span class="line"><span class="c-wvjl67"> ❯ asyncRunIt node_modules/fast-check/lib/fast-check.js:2557:15</span></span>
<span class="line"><span class="c-wvjl67"> ❯ test/model/releases.test.ts:228:3</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 failed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  1 failed (1)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  19:42:10</span></span>
<span class="line"><span class="c-wvjl67">   Duration  405.18s (tests 96%, transform 2%, import 1%)</span></span></code></pre></div><h2 id="passed-1374-s" tabindex="-1">passed, 1374 s <a class="header-anchor" href="#passed-1374-s" aria-label="Permalink to &quot;passed, 1374 s&quot;">​</a></h2><p><code>ROUNDS=1000 vitest run test/races/release-revoke.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
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
<span class="line"><span class="c-wvjl67">   Duration  1371.90s (tests 100%)</span></span></code></pre></div>`,12)])])}const h=a(p,[["render",t]]);export{w as __pageData,h as default};
