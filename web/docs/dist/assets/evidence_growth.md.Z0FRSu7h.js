import{_ as a,o as e,c as n,a2 as t}from"./chunks/framework.D752Fqbz.js";const v=JSON.parse('{"title":"growth: several gateways, replicas that lag, hang or stray, restarts in turn, failovers, the move of rows from 0.1, and what they cost","description":"","frontmatter":{},"headers":[],"relativePath":"evidence/growth.md","filePath":"evidence/growth.md"}'),l={name:"evidence/growth.md"};function p(c,s,o,i,r,d){return e(),n("div",null,[...s[0]||(s[0]=[t(`<h1 id="growth-several-gateways-replicas-that-lag-hang-or-stray-restarts-in-turn-failovers-the-move-of-rows-from-01-and-what-they-cost" tabindex="-1">growth: several gateways, replicas that lag, hang or stray, restarts in turn, failovers, the move of rows from 0.1, and what they cost <a class="header-anchor" href="#growth-several-gateways-replicas-that-lag-hang-or-stray-restarts-in-turn-failovers-the-move-of-rows-from-01-and-what-they-cost" aria-label="Permalink to &quot;growth: several gateways, replicas that lag, hang or stray, restarts in turn, failovers, the move of rows from 0.1, and what they cost&quot;">​</a></h1><p>Made by <code>npm run evidence -- growth</code>, or a part at a time by <code>--part NAME</code>: each part says when, where and of which commit it was run. Shown are the last 60 lines of each output.</p><h2 id="suite-before-control-passed-21-s" tabindex="-1">suite-before-control: passed, 21 s <a class="header-anchor" href="#suite-before-control-passed-21-s" aria-label="Permalink to &quot;suite-before-control: passed, 21 s&quot;">​</a></h2><p>00728e0 or one before it; 2026-11-22, between 19:30 and 20:00 UTC; linux x64, 2 cores that other work shared (load 10 to 18), 23 GB, Node v26.10.0</p><p><code>node scripts/test-before-migration.ts --control test/services/aliases.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">Test Files  1 failed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  24 failed | 11 passed (35)</span></span>
<span class="line"><span class="c-wvjl67">The control failed, as it must</span></span></code></pre></div><h2 id="suite-before-passed-58-s" tabindex="-1">suite-before: passed, 58 s <a class="header-anchor" href="#suite-before-passed-58-s" aria-label="Permalink to &quot;suite-before: passed, 58 s&quot;">​</a></h2><p>00728e0 or one before it; 2026-11-22, between 19:30 and 20:00 UTC; linux x64, 2 cores that other work shared (load 10 to 18), 23 GB, Node v26.10.0</p><p><code>node scripts/test-before-migration.ts test/services/resolution.test.ts test/services/aliases.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">The suite of d803254df72d on the schema of now, which is newer by Migration20261122162700_erasures.ts</span></span>
<span class="line"><span class="c-wvjl67"> Test Files  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  46 passed (46)</span></span></code></pre></div><h2 id="controls-passed-26-s" tabindex="-1">controls: passed, 26 s <a class="header-anchor" href="#controls-passed-26-s" aria-label="Permalink to &quot;controls: passed, 26 s&quot;">​</a></h2><p>2c3e0b89f8da; 2026-11-23 14:29 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>TEST_POSTGRES=15 vitest run --no-file-parallelism test/growth/resolve-controls.test.ts test/growth/resolve-refusals.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  seeded earlyMark: 5 late in 3 revocations</span></span>
<span class="line"><span class="c-wvjl67">  seeded positionInside: 4 late in 3 revocations</span></span>
<span class="line"><span class="c-wvjl67">  seeded keptBinding: 11 late in 3 revocations</span></span>
<span class="line"><span class="c-wvjl67">  seeded noTimeline: 11 late in 3 revocations</span></span>
<span class="line"><span class="c-wvjl67">  seeded noHistory: 24 late in 3 revocations</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/resolve-controls.test.ts (4 tests) 12435ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ seeded: a mark that was taken before the batch was closed is seen by the race 355ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ seeded: a position that is read inside the reading statement is seen by the race 771ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ seeded: without the timeline, and with a binding that outlives its connection, the race sees it 1936ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ seeded: without the run, a primary that was put back to an older copy is seen by the race 5998ms</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/resolve-refusals.test.ts (5 tests) 5653ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a pooler before a replica is refused 385ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a balancer before two replicas is refused 642ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ the primary itself, and another PostgreSQL, are refused 437ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a role that may not know the stream is refused; the grant of pg_read_all_stats mends it 432ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  9 passed (9)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  14:29:25</span></span>
<span class="line"><span class="c-wvjl67">   Duration  24.23s (tests 84%, import 12%, transform 4%)</span></span></code></pre></div><h2 id="gateways-passed-39-s" tabindex="-1">gateways: passed, 39 s <a class="header-anchor" href="#gateways-passed-39-s" aria-label="Permalink to &quot;gateways: passed, 39 s&quot;">​</a></h2><p>2ec0741e38b4, and changes that are not committed; 2026-11-23 14:15 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>TEST_POSTGRES=15 vitest run --no-file-parallelism test/growth/gateways.test.ts test/growth/read-replicas.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  two gateways, requests on postgres: 730 asked, 88 admitted, at most 90 allowed; by gateway 365 and 365</span></span>
<span class="line"><span class="c-wvjl67">  two gateways, resolve on postgres: 573 asked, 59 admitted, at most 60 allowed; by gateway 287 and 286</span></span>
<span class="line"><span class="c-wvjl67">  two gateways, misses on postgres: 81 asked, 22 admitted, at most 23 allowed; by gateway 41 and 40</span></span>
<span class="line"><span class="c-wvjl67">  two gateways, requests on valkey: 954 asked, 89 admitted, at most 90 allowed; by gateway 477 and 477</span></span>
<span class="line"><span class="c-wvjl67">  two gateways, resolve on valkey: 700 asked, 60 admitted, at most 61 allowed; by gateway 350 and 350</span></span>
<span class="line"><span class="c-wvjl67">  two gateways, misses on valkey: 81 asked, 22 admitted, at most 23 allowed; by gateway 41 and 40</span></span>
<span class="line"><span class="c-wvjl67">  two gateways, misses on memory: 1520 asked, 42 admitted, at most 22 allowed; by gateway 760 and 760</span></span>
<span class="line"><span class="c-wvjl67">  two gateways, 15 keys revoked: the last admission 4.9 ms after the revoke</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/gateways.test.ts (6 tests) 15859ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a quota in a shared store is one quota, whichever gateway is asked (5)</span></span>
<span class="line"><span class="c-wvjl67">     ✓ PostgreSQL: requests 1825ms</span></span>
<span class="line"><span class="c-wvjl67">     ✓ PostgreSQL: resolve 1246ms</span></span>
<span class="line"><span class="c-wvjl67">     ✓ PostgreSQL: misses 3477ms</span></span>
<span class="line"><span class="c-wvjl67">     ✓ Valkey: every one of them 6716ms</span></span>
<span class="line"><span class="c-wvjl67">     ✓ control: buckets that each gateway keeps to itself admit more, and the count sees it 1374ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a revoked key is refused through the balancer soon after the revoke answered, by both gateways 633ms</span></span>
<span class="line"><span class="c-wvjl67">  lists from a replica held back for up to 1600 ms, bound 800 ms: 1385 lists, 815 lacked a row, the oldest of 712 ms</span></span>
<span class="line"><span class="c-wvjl67">  lists from a replica, control: trusted whatever it has replayed: a row that was 202 ms old was missing</span></span>
<span class="line"><span class="c-wvjl67">  a replica hangs, then is killed: 601 lists, 0 failed, the slowest 616 ms</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/read-replicas.test.ts (5 tests) 15203ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ every list is read from the replica; single records, changes, keys and resolve are not, nor is a list after one’s own write 1138ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a list lacks nothing older than the bound, however far the replica is behind 3926ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ control: a replica that is believed whatever it has replayed lacks older rows, and the watch sees it 715ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ no list fails when the replica hangs or dies, and it is read again when it is back 2456ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  11 passed (11)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  14:15:22</span></span>
<span class="line"><span class="c-wvjl67">   Duration  37.87s (tests 92%, import 6%, transform 2%)</span></span></code></pre></div><h2 id="cut-passed-194-s" tabindex="-1">cut: passed, 194 s <a class="header-anchor" href="#cut-passed-194-s" aria-label="Permalink to &quot;cut: passed, 194 s&quot;">​</a></h2><p>2ec0741e38b4, and changes that are not committed; 2026-11-23 14:16 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>CUT_SECONDS=20 STRICT=1 TEST_POSTGRES=15 vitest run test/growth/replicas-cut.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  all replicas refuse connections: the primary alone 42 answered a second, p99 296 ms, 0 shed</span></span>
<span class="line"><span class="c-wvjl67">    167 a second offered, with replicas: 165 answered a second, p99 93 ms, 26 shed</span></span>
<span class="line"><span class="c-wvjl67">    cut half a second later: 44 answered a second, p99 543 ms, 2441 shed, the slowest refusal 855 ms; batches of the replicas 34 and 35, of the primary 278; p99 1.83 of quiet</span></span>
<span class="line"><span class="c-wvjl67">  all replicas swallow what is sent to them: the primary alone 42 answered a second, p99 294 ms, 0 shed</span></span>
<span class="line"><span class="c-wvjl67">    168 a second offered, with replicas: 167 answered a second, p99 92 ms, 24 shed</span></span>
<span class="line"><span class="c-wvjl67">    cut half a second later: 43 answered a second, p99 515 ms, 2471 shed, the slowest refusal 827 ms; batches of the replicas 32 and 32, of the primary 270; p99 1.75 of quiet</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/replicas-cut.test.ts (2 tests) 185939ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ all replicas refuse connections under four times what the primary carries: it sheds, and is not slow 87565ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ all replicas swallow what is sent to them under four times what the primary carries: it sheds, and is not slow 89240ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  14:16:01</span></span>
<span class="line"><span class="c-wvjl67">   Duration  193.25s (tests 99%, import 1%)</span></span></code></pre></div><h2 id="simulation-passed-47-s" tabindex="-1">simulation: passed, 47 s <a class="header-anchor" href="#simulation-passed-47-s" aria-label="Permalink to &quot;simulation: passed, 47 s&quot;">​</a></h2><p>2ec0741e38b4, and changes that are not committed; 2026-11-23 14:12 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>READ_INDEX_RUNS=100000 vitest run test/domain/read-index</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/domain/read-index/beside.test.ts (5 tests) 16ms</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/domain/read-index/together.test.ts (2 tests) 32ms</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/domain/read-index/mark.test.ts (3 tests) 24ms</span></span>
<span class="line"><span class="c-wvjl67">  read index: 100000 histories, 912967 answers, 51502 batches of replicas</span></span>
<span class="line"><span class="c-wvjl67">  read index, seeded early mark: caught after 202 histories</span></span>
<span class="line"><span class="c-wvjl67">  read index, seeded position inside: caught after 81 histories</span></span>
<span class="line"><span class="c-wvjl67">  read index, seeded no timeline: caught after 45 histories</span></span>
<span class="line"><span class="c-wvjl67">  read index, seeded timeline first: caught after 62 histories</span></span>
<span class="line"><span class="c-wvjl67">  read index, seeded no run: caught after 50 histories</span></span>
<span class="line"><span class="c-wvjl67">  read index, seeded kept binding: caught after 4 histories</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/domain/read-index/simulation.test.ts (7 tests) 42446ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ no answer lacks a write that was acknowledged before it was asked for, whatever becomes of the servers 42224ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  4 passed (4)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  17 passed (17)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  14:12:46</span></span>
<span class="line"><span class="c-wvjl67">   Duration  46.10s (tests 99%, transform 1%, import 1%)</span></span></code></pre></div><h2 id="record-inserts-passed" tabindex="-1">record-inserts: passed <a class="header-anchor" href="#record-inserts-passed" aria-label="Permalink to &quot;record-inserts: passed&quot;">​</a></h2><p>375b4ef0; 2026-11-23, 01:47 UTC; linux x64, 2 cores, nothing else running, 23 GB, Node v26.10.0</p><p><code>npm run bench -- record-inserts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">2000000 records before; 3 rounds of 100 batches of 250, in turns</span></span>
<span class="line"><span class="c-wvjl67">| | µs of PostgreSQL by record | against 0.1 (min–max) | bytes of log | ms a batch |</span></span>
<span class="line"><span class="c-wvjl67">|---|---|---|---|---|</span></span>
<span class="line"><span class="c-wvjl67">| 0.1 | 19.9 | 1.00 (1.00–1.00) | 691 | 6.2 |</span></span>
<span class="line"><span class="c-wvjl67">| this version | 8.0 | 0.40 (0.39–0.41) | 509 | 4.2 |</span></span>
<span class="line"><span class="c-wvjl67">A month of 2100000 records is dropped in 227 ms.</span></span></code></pre></div><h2 id="replicas-passed-97-s" tabindex="-1">replicas: passed, 97 s <a class="header-anchor" href="#replicas-passed-97-s" aria-label="Permalink to &quot;replicas: passed, 97 s&quot;">​</a></h2><p>beda3e64bfe1, and changes that are not committed; 2026-11-23 15:17 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>REQUESTS=20000 STATEMENTS=1 node bench/resolve-replicas.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">| | µs of the primary by look-up | against the first (min–max) | p50 ms | p99 ms | look-ups/s |</span></span>
<span class="line"><span class="c-wvjl67">|---|---|---|---|---|---|</span></span>
<span class="line"><span class="c-wvjl67">| the primary alone | 20.0 | 1.00 (1.00–1.00) | 3.9 | 14.7 | 14280 |</span></span>
<span class="line"><span class="c-wvjl67">| two replicas | 9.7 | 0.48 (0.42–0.53) | 5.3 | 16.4 | 10610 |</span></span>
<span class="line"><span class="c-wvjl67">| two replicas, records apart | 1.8 | 0.10 (0.07–0.13) | 4.7 | 17.1 | 11716 |</span></span>
<span class="line"><span class="c-wvjl67">| the primary alone, records apart | 10.1 | 0.49 (0.40–0.59) | 3.3 | 15.3 | 16476 |</span></span>
<span class="line"><span class="c-wvjl67">   116.3 ms  postgres: signpost signpost 127.0.0.1(46928) idle           </span></span>
<span class="line"><span class="c-wvjl67">   104.7 ms  postgres: signpost signpost 127.0.0.1(41740) idle           </span></span>
<span class="line"><span class="c-wvjl67">     1.4 ms  postgres: walwriter                                         </span></span>
<span class="line"><span class="c-wvjl67">     0.6 ms  postgres: walsender signpost 127.0.0.1(59598) streaming 0/AF</span></span>
<span class="line"><span class="c-wvjl67">     0.6 ms  postgres: signpost signpost 127.0.0.1(46932) idle           </span></span>
<span class="line"><span class="c-wvjl67">     0.6 ms  postgres: walsender signpost 127.0.0.1(59616) streaming 0/AF</span></span>
<span class="line"><span class="c-wvjl67">What reached the primary in 20000 look-ups, the primary alone, records apart:</span></span>
<span class="line"><span class="c-wvjl67">   883 ×    98.7 ms  select f.ord, case when f.may then f.alias_id end, case when f.may then f.alias_level end,</span></span>
<span class="line"><span class="c-wvjl67">     1 ×     3.7 ms  select * from ( select p.relname as table, c.relname as name, (regexp_match(pg_get_expr(c.</span></span>
<span class="line"><span class="c-wvjl67">     1 ×     0.5 ms  select pg_stat_statements_reset()</span></span>
<span class="line"><span class="c-wvjl67">     1 ×     0.1 ms  select &quot;purpose&quot;, &quot;livemode&quot;, extract($2 from created_at)::float8 as &quot;createdAt&quot;, seals::f</span></span>
<span class="line"><span class="c-wvjl67">     1 ×     0.0 ms  select count(*)::int as due, coalesce(extract($2 from now() - min(next_at)), $3)::float8 a</span></span>
<span class="line"><span class="c-wvjl67">     1 ×     0.0 ms  select (select count(*)::int from opener where not stopped and seen_at &gt; now() - $1 * inte</span></span>
<span class="line"><span class="c-wvjl67">     1 ×     0.0 ms  select clock_timestamp() as at</span></span>
<span class="line"><span class="c-wvjl67">     1 ×     0.0 ms  select status, count(*)::int as count, coalesce(extract($2 from now() - min(next_at)), $3)</span></span></code></pre></div><h2 id="races-passed-109-s" tabindex="-1">races: passed, 109 s <a class="header-anchor" href="#races-passed-109-s" aria-label="Permalink to &quot;races: passed, 109 s&quot;">​</a></h2><p>2ec0741e38b4, and changes that are not committed; 2026-11-23 14:13 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>TEST_GATEWAYS=2 vitest run --no-file-parallelism test/races test/services/idempotency.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">   ✓ nothing sealed is handed out after a taking has answered: opener built-in 4094ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ nothing sealed is handed out after a taking has answered: opener of its own 3343ms</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/services/idempotency.test.ts (17 tests) 2094ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ every write of the registry replays 308ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ 100 parallel requests with one key have one effect 301ms</span></span>
<span class="line"><span class="c-wvjl67">stdout | test/races/import-kills.test.ts &gt; an import of 4000 lines, killed 3 times, again and edited, is one clean import</span></span>
<span class="line"><span class="c-wvjl67">first import: 4000 lines in 1.23 s, 3261 lines/s</span></span>
<span class="line"><span class="c-wvjl67">after the kills: 4000 lines in 0.78 s, 5147 lines/s</span></span>
<span class="line"><span class="c-wvjl67">again: 4000 lines in 0.61 s, 6562 lines/s</span></span>
<span class="line"><span class="c-wvjl67">1 % edited: 4000 lines in 0.54 s, 7392 lines/s</span></span>
<span class="line"><span class="c-wvjl67">3 kills; 39 lines edited, 9 addresses replaced; exports equal</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/import-kills.test.ts (1 test) 17822ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ an import of 4000 lines, killed 3 times, again and edited, is one clean import 16847ms</span></span>
<span class="line"><span class="c-wvjl67">  concurrent creates: 4 rounds × 100: 4 created, 396 answered 409 alias_taken, 0 shed, 0 failed</span></span>
<span class="line"><span class="c-wvjl67">  concurrent creates, control: read-then-write: up to 9 created of one alias</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/creates.test.ts (2 tests) 6504ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ of 100 concurrent creates of one alias, look-alikes among them, exactly one succeeds 2991ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ control: a reservation taken by read and then write lets several through, and the race sees it 2087ms</span></span>
<span class="line"><span class="c-wvjl67">  cooldown&#39;s edge, clocks ± 1 h: 3 rounds, 356 creates refused before it, 0 early registrations</span></span>
<span class="line"><span class="c-wvjl67">  cooldown&#39;s edge, control: node clock: 1 early registration</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/cooldown.test.ts (2 tests) 3302ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ no node, its clock an hour ahead or behind, registers a released alias before its cooldown is over 1430ms</span></span>
<span class="line"><span class="c-wvjl67">  4062 changes by 8 writers, 65 rollbacks, 29 killed</span></span>
<span class="line"><span class="c-wvjl67">  2586 told, at most 1 s behind</span></span>
<span class="line"><span class="c-wvjl67">  missed: 0; by updated_at 295, by changed alone 262</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/changes.test.ts (1 test) 3805ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a cache that is kept by the feed misses no change; one that is kept by another order does 2335ms</span></span>
<span class="line"><span class="c-wvjl67">  claims at once: 40 rounds, 0 deadlocks, {&quot;cancelled+open&quot;:40}</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/claims.test.ts (1 test) 8273ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ a claim against release, create, close, suspension and a second claim at once: one holder, one winner 6745ms</span></span>
<span class="line"><span class="c-wvjl67">  primary swaps: 2 rounds × 100: at most 1 primary in 822 reads, 0 deadlocks, 0 refused</span></span>
<span class="line"><span class="c-wvjl67">  primary swaps, control: order of locks: 9 deadlocks, 0 refused</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/primary.test.ts (2 tests) 12202ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ 100 concurrent swaps of the primary alias leave at most one at every read, and no deadlock 4354ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ control: with the alias locked before the identity, swaps deadlock, and the race sees it 6199ms</span></span>
<span class="line"><span class="c-wvjl67">  revoke against resolves: 20 rounds, 188 resolved before, 235 hidden after, 0 late disclosures</span></span>
<span class="line"><span class="c-wvjl67">  revoke against resolves, control: cache: 11 late disclosures</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/revoke.test.ts (2 tests) 2617ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ nothing is disclosed by a resolve that began after the revoke had answered 1035ms</span></span>
<span class="line"><span class="c-wvjl67">  one Idempotency-Key: 3 rounds × 101: 3 effects, 67 replayed, 233 in use</span></span>
<span class="line"><span class="c-wvjl67">  one Idempotency-Key, control: without the lock: 100 effects</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/idempotency.test.ts (2 tests) 4078ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ 100 parallel requests with one Idempotency-Key have one effect 1760ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ control: without the lock on the key there are several effects, and the race sees them 677ms</span></span>
<span class="line"><span class="c-wvjl67">  2000 guesses at one challenge: 5 judged, 1995 refused as closed, 0 else</span></span>
<span class="line"><span class="c-wvjl67">  1,000 guesses at 20 challenges of one consumer: 50 judged</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/challenge-guesses.test.ts (2 tests) 13394ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ of any number of guesses at one challenge at once five are judged 3716ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ over many challenges at once the caps of a receiver and of a consumer hold 7694ms</span></span>
<span class="line"><span class="c-wvjl67">stdout | test/races/lookalikes.test.ts &gt; of 100 concurrent creates of look-alikes exactly one succeeds and the rest are 409, over 10 rounds</span></span>
<span class="line"><span class="c-wvjl67">{&quot;rounds&quot;:10,&quot;requests&quot;:1000,&quot;created&quot;:10,&quot;refused&quot;:990,&quot;other&quot;:{},&quot;unfair&quot;:0}</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/races/lookalikes.test.ts (1 test) 5079ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ of 100 concurrent creates of look-alikes exactly one succeeds and the rest are 409, over 10 rounds 5077ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  12 passed (12)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  37 passed (37)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  14:13:33</span></span>
<span class="line"><span class="c-wvjl67">   Duration  107.53s (tests 86%, import 12%, transform 2%)</span></span></code></pre></div><h2 id="failover-passed-85-s" tabindex="-1">failover: passed, 85 s <a class="header-anchor" href="#failover-passed-85-s" aria-label="Permalink to &quot;failover: passed, 85 s&quot;">​</a></h2><p>2ec0741e38b4, and changes that are not committed; 2026-11-23 14:19 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>GROWTH=1 TEST_POSTGRES=15 vitest run --no-file-parallelism test/growth/failover.growth.ts test/growth/rolling-restart.growth.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  failover 1, synchronous: 621 acknowledged, 0 lost, 0 doubled; promoted after 135 ms, written again after 189 ms; {&quot;201&quot;:621,&quot;503&quot;:56}</span></span>
<span class="line"><span class="c-wvjl67">  failover 2, synchronous: 624 acknowledged, 0 lost, 0 doubled; promoted after 148 ms, written again after 207 ms; {&quot;201&quot;:624,&quot;503&quot;:66}</span></span>
<span class="line"><span class="c-wvjl67">  failover 3, synchronous: 622 acknowledged, 0 lost, 0 doubled; promoted after 138 ms, written again after 210 ms; {&quot;201&quot;:622,&quot;503&quot;:80}</span></span>
<span class="line"><span class="c-wvjl67">  failover, control: asynchronous standby: 725 acknowledged, 107 lost</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/failover.growth.ts (2 tests) 20081ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ failover to a synchronous standby loses no acknowledged write and doubles none 9191ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ control: an asynchronous standby that has fallen behind loses acknowledged writes, and the ledger sees it 6333ms</span></span>
<span class="line"><span class="c-wvjl67">  rolling restarts: 6 under load, 19032 requests, 0 failed; 3201 events, 3201 delivered by two workers, 0 twice</span></span>
<span class="line"><span class="c-wvjl67">  rolling restart, control: blind balancer: 520 requests failed</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/rolling-restart.growth.ts (2 tests) 58565ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ gateways that are restarted in turn under load fail no request, and every event is delivered once 42088ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ control: a balancer that doesn’t ask whether a gateway is ready fails requests, and the count sees it 6110ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  4 passed (4)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  14:19:16</span></span>
<span class="line"><span class="c-wvjl67">   Duration  83.78s (tests 97%, import 2%, transform 1%)</span></span></code></pre></div><h2 id="look-up-failover-passed-31-s" tabindex="-1">look-up-failover: passed, 31 s <a class="header-anchor" href="#look-up-failover-passed-31-s" aria-label="Permalink to &quot;look-up-failover: passed, 31 s&quot;">​</a></h2><p>2c3e0b89f8da, and changes that are not committed; 2026-11-23 14:42 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>LOOK_UP_FAILOVERS=3 TEST_POSTGRES=15 vitest run test/growth/failover-look-ups.test.ts</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  failover 1 under look-ups: 16 revocations, 0 late; 181 identities acknowledged, 0 lost; look-ups 511 disclosed, 664 hidden, {&quot;503&quot;:4}; a revocation was acknowledged again after 506 ms</span></span>
<span class="line"><span class="c-wvjl67">  failover 2 under look-ups: 16 revocations, 0 late; 180 identities acknowledged, 0 lost; look-ups 454 disclosed, 677 hidden, {&quot;503&quot;:3}; a revocation was acknowledged again after 436 ms</span></span>
<span class="line"><span class="c-wvjl67">  failover 3 under look-ups: 16 revocations, 0 late; 194 identities acknowledged, 0 lost; look-ups 481 disclosed, 693 hidden, {&quot;503&quot;:2}; a revocation was acknowledged again after 399 ms</span></span>
<span class="line"><span class="c-wvjl67">  failover, control: one gateway not fenced: 18 late</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/failover-look-ups.test.ts (2 tests) 24827ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ failover to a synchronous standby under look-ups, the former primary fenced: nothing is lost, nothing is late 14245ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ control: a gateway that still reaches the former primary is late, and the test sees it 10580ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  2 passed (2)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  14:42:06</span></span>
<span class="line"><span class="c-wvjl67">   Duration  29.62s (tests 93%, import 5%, transform 2%)</span></span></code></pre></div><h2 id="move-passed-964-s" tabindex="-1">move: passed, 964 s <a class="header-anchor" href="#move-passed-964-s" aria-label="Permalink to &quot;move: passed, 964 s&quot;">​</a></h2><p>00728e0 or one before it; 2026-11-22, between 19:30 and 20:00 UTC; linux x64, 2 cores that other work shared (load 10 to 18), 23 GB, Node v26.10.0</p><p><code>MOVED_ROWS=10000000 TEST_POSTGRES=15 vitest run test/growth/moving.test.ts -t &#39;says how long&#39;</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">stdout | test/growth/moving.test.ts &gt; says how long it takes to move disclosure records</span></span>
<span class="line"><span class="c-wvjl67">10003004 records moved in 321.0 s, 31161 a second</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/moving.test.ts (4 tests | 3 skipped) 947370ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ says how long it takes to move disclosure records 947368ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  1 passed | 3 skipped (4)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  19:45:36</span></span>
<span class="line"><span class="c-wvjl67">   Duration  964.63s (tests 100%)</span></span></code></pre></div><h2 id="revocations-held-passed-423-s" tabindex="-1">revocations-held: passed, 423 s <a class="header-anchor" href="#revocations-held-passed-423-s" aria-label="Permalink to &quot;revocations-held: passed, 423 s&quot;">​</a></h2><p>1afe3810ed94, and changes that are not committed; 2026-11-23 15:04 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>REPLICA_ROUNDS=1000 TEST_POSTGRES=15 vitest run test/growth/resolve-replicas.test.ts -t &#39;both replicas|held back|SIGSTOP|cut off&#39;</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  two replicas: 1000 revocations, 14320 resolved before, 17066 hidden after, 0 late, 0 shed; batches of the replicas 9852 and 9853, of the primary 0 {}</span></span>
<span class="line"><span class="c-wvjl67">  one held back: 1000 revocations, 13734 resolved before, 17197 hidden after, 0 late, 0 shed; batches of the replicas 10749 and 8657, of the primary 291 {&quot;behind&quot;:291}</span></span>
<span class="line"><span class="c-wvjl67">  one stopped by SIGSTOP: 1000 revocations, 12495 resolved before, 16194 hidden after, 0 late, 0 shed; batches of the replicas 10906 and 5955, of the primary 447 {&quot;away&quot;:444,&quot;behind&quot;:3}</span></span>
<span class="line"><span class="c-wvjl67">  one cut by its proxy: 1000 revocations, 13368 resolved before, 17867 hidden after, 0 late, 0 shed; batches of the replicas 15699 and 3316, of the primary 353 {&quot;resting&quot;:70,&quot;away&quot;:283}</span></span>
<span class="line"><span class="c-wvjl67">  one behind a proxy that swallows all: 1000 revocations, 15098 resolved before, 18773 hidden after, 0 late, 0 shed; batches of the replicas 20732 and 243, of the primary 192 {&quot;resting&quot;:50,&quot;away&quot;:139,&quot;behind&quot;:3}</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/resolve-replicas.test.ts (9 tests | 5 skipped) 411928ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ both replicas are read from, and nothing is late 44414ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ one replica is held back: nothing is late 62915ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ one replica is stopped by SIGSTOP: nothing is late 141177ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ one replica is cut off, or vanishes without a word: nothing is late 158721ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  4 passed | 5 skipped (9)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  15:04:34</span></span>
<span class="line"><span class="c-wvjl67">   Duration  419.74s (tests 99%)</span></span></code></pre></div><h2 id="revocations-moved-passed-610-s" tabindex="-1">revocations-moved: passed, 610 s <a class="header-anchor" href="#revocations-moved-passed-610-s" aria-label="Permalink to &quot;revocations-moved: passed, 610 s&quot;">​</a></h2><p>1afe3810ed94; 2026-11-23 15:06 UTC; linux x64, AMD EPYC × 2, 24 GB, Node v26.10.0</p><p><code>REPLICA_ROUNDS=1000 TEST_POSTGRES=15 vitest run test/growth/resolve-replicas.test.ts -t &#39;vacuumed|older copy|promoted|primary away&#39;</code></p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span class="c-wvjl67">RUN  v5.1.1 .</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67">  vacuumed under: 1000 revocations, 13132 resolved before, 16914 hidden after, 0 late, 0 shed; batches of the replicas 9396 and 9410, of the primary 21 {&quot;no_mark&quot;:2,&quot;away&quot;:5,&quot;behind&quot;:14}</span></span>
<span class="line"><span class="c-wvjl67">  before the older copy: 1000 revocations, 13850 resolved before, 16464 hidden after, 0 late, 0 shed; batches of the replicas 9135 and 9116, of the primary 5 {&quot;away&quot;:1,&quot;behind&quot;:4}</span></span>
<span class="line"><span class="c-wvjl67">  one put back to an older copy: 1000 revocations, 14627 resolved before, 16436 hidden after, 0 late, 0 shed; batches of the replicas 9416 and 9376, of the primary 2 {&quot;away&quot;:2}</span></span>
<span class="line"><span class="c-wvjl67">  one promoted: 1000 revocations, 14581 resolved before, 18004 hidden after, 0 late, 0 shed; batches of the replicas 19778 and 0, of the primary 120 {&quot;resting&quot;:44,&quot;away&quot;:15,&quot;promoted&quot;:57,&quot;behind&quot;:4}</span></span>
<span class="line"><span class="c-wvjl67">  one that follows the promoted, ahead by bytes and on another timeline: 1000 revocations, 14880 resolved before, 17983 hidden after, 0 late, 0 shed; batches of the replicas 20149 and 0, of the primary 44 {&quot;timeline&quot;:44}</span></span>
<span class="line"><span class="c-wvjl67">  the primary put back: 1000 revocations, 24743 resolved before, 26749 hidden after, 0 late, 0 shed; batches of the replicas 0 and 0, of the primary 35491 {&quot;resting&quot;:35253,&quot;no_mark&quot;:1,&quot;no_stream&quot;:4,&quot;timeline&quot;:42,&quot;behind&quot;:191}</span></span>
<span class="line"><span class="c-wvjl67"> ✓ test/growth/resolve-replicas.test.ts (9 tests | 4 skipped) 599864ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ the tables are vacuumed under the readers: nothing is late 102531ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ one replica is put back to an older copy: nothing is late 87349ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ one replica is promoted, and one that follows the promoted takes its place: neither is read 257173ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ the primary is put back to an older copy, which its replica is ahead of: nothing is late 115674ms</span></span>
<span class="line"><span class="c-wvjl67">   ✓ with the primary away, a look-up answers 503, however many replicas are there 30463ms</span></span>
<span class="line"><span class="c-wvjl67"></span></span>
<span class="line"><span class="c-wvjl67"> Test Files  1 passed (1)</span></span>
<span class="line"><span class="c-wvjl67">      Tests  5 passed | 4 skipped (9)</span></span>
<span class="line"><span class="c-wvjl67">   Start at  15:06:54</span></span>
<span class="line"><span class="c-wvjl67">   Duration  608.24s (tests 99%)</span></span></code></pre></div>`,58)])])}const w=a(l,[["render",p]]);export{v as __pageData,w as default};
