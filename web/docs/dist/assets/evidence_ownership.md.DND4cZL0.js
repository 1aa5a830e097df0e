import{_ as a,o as e,c as n,a2 as t}from"./chunks/framework.D752Fqbz.js";const u=JSON.parse('{"title":"ownership: that challenges are not guessed, claims have one winner, and proofs of wallets cannot be changed","description":"","frontmatter":{},"headers":[],"relativePath":"evidence/ownership.md","filePath":"evidence/ownership.md"}'),l={name:"evidence/ownership.md"};function c(p,s,o,i,d,r){return e(),n("div",null,[...s[0]||(s[0]=[t(`<h1 id="ownership-that-challenges-are-not-guessed-claims-have-one-winner-and-proofs-of-wallets-cannot-be-changed" tabindex="-1">ownership: that challenges are not guessed, claims have one winner, and proofs of wallets cannot be changed <a class="header-anchor" href="#ownership-that-challenges-are-not-guessed-claims-have-one-winner-and-proofs-of-wallets-cannot-be-changed" aria-label="Permalink to &quot;ownership: that challenges are not guessed, claims have one winner, and proofs of wallets cannot be changed&quot;">​</a></h1><p>Made by <code>npm run evidence -- ownership</code>. Shown are the last 60 lines of each output.</p><table tabindex="0"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>Commit</td><td>4cec39b8ab49</td></tr><tr><td>Date</td><td>2026-11-22 16:03 UTC</td></tr><tr><td>Machine</td><td>linux x64, Intel(R) Xeon(R) Processor × 2, 24 GB, Node v26.10.0</td></tr></tbody></table><h2 id="passed-267-s" tabindex="-1">passed, 267 s <a class="header-anchor" href="#passed-267-s" aria-label="Permalink to &quot;passed, 267 s&quot;">​</a></h2><p><code>GUESSES=100000 vitest run test/races/challenge-guesses.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  100000 guesses at one challenge: 5 judged, 99995 refused as closed, 0 else</span></span>
<span class="line"><span class="c-wvjl67">  1,000 guesses at 20 challenges of one consumer: 50 judged</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/challenge-guesses.test.ts (2 tests) 242638ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ of any number of guesses at one challenge at once five are judged 227085ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ over many challenges at once the caps of a receiver and of a consumer hold 12564ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  16:03:55</span></span>
<span class="line"><span class="c-wvjl67">   Duration  264.39s (tests 96%, import 2%, transform 2%)</span></span></code></pre></div><h2 id="passed-310-s" tabindex="-1">passed, 310 s <a class="header-anchor" href="#passed-310-s" aria-label="Permalink to &quot;passed, 310 s&quot;">​</a></h2><p><code>ROUNDS=1000 vitest run test/races/claims.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  claims at once: 1000 rounds, 0 deadlocks, {&quot;cancelled+open&quot;:918,&quot;completed+pending_proof&quot;:72,&quot;completed+open&quot;:1,&quot;cancelled+completed&quot;:9}</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/claims.test.ts (1 test) 294583ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a claim against release, create, close, suspension and a second claim at once: one holder, one winner 291033ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  16:08:22</span></span>
<span class="line"><span class="c-wvjl67">   Duration  307.96s (tests 99%, import 1%)</span></span></code></pre></div><h2 id="passed-58-s" tabindex="-1">passed, 58 s <a class="header-anchor" href="#passed-58-s" aria-label="Permalink to &quot;passed, 58 s&quot;">​</a></h2><p><code>MUTATIONS=10000 vitest run test/services/wallet-proofs.test.ts test/foreign/wallets.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/foreign/wallets.test.ts (4 tests) 175ms</span></span>
<span class="line"><span class="c-wvjl67">  wallet proofs: 10,000 mutations refused</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/services/wallet-proofs.test.ts (13 tests) 33465ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ an Ethereum account that signs the message is registered, proved 507ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a proof is of one identity, address, consumer and environment, and is used once 602ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a proof holds for ten minutes 711ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ no mutation of a signature, a message or an address is taken 28644ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ no mutation of a token is taken, over HTTP 591ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  17 passed (17)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  16:13:41</span></span>
<span class="line"><span class="c-wvjl67">   Duration  46.47s (tests 88%, import 8%, transform 4%)</span></span></code></pre></div><h2 id="passed-784-s" tabindex="-1">passed, 784 s <a class="header-anchor" href="#passed-784-s" aria-label="Permalink to &quot;passed, 784 s&quot;">​</a></h2><p><code>RUNS=1000 COMMANDS=50 vitest run test/model/claims-model.test.ts</code>, at d83b761. At 4cec39b it found a claim that lost its turn to one that was proved later, and an oracle that did not know what a suspended holder had released: both are mended since.</p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  claims model: 1000 histories, 36663 steps compared, 0 differences; {&quot;awaiting&quot;:23,&quot;cancelled/contested&quot;:22,&quot;cancelled/donor_silent&quot;:85,&quot;cancelled/identity_not_active&quot;:107,&quot;cancelled/own_alias&quot;:175,&quot;cancelled/refused&quot;:44,&quot;cancelled/second_proof_missing&quot;:28,&quot;cancelled/withdrawn&quot;:911,&quot;completed&quot;:151,&quot;expired&quot;:503,&quot;open&quot;:54,&quot;pending&quot;:789,&quot;queued&quot;:5}</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/model/claims-model.test.ts (2 tests) 761152ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ challenges and claims are what a naive oracle says, after every step of random histories 757074ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  16:45:00</span></span>
<span class="line"><span class="c-wvjl67">   Duration  784.14s (tests 99%, transform 1%, import 1%)</span></span></code></pre></div>`,15)])])}const v=a(l,[["render",c]]);export{u as __pageData,v as default};
