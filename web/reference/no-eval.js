// The library's validator asks whether it may write functions from text: the page's policy would report the question.
globalThis.__zod_globalConfig = { jitless: true }
