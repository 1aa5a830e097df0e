import MiniSearch from './minisearch.js'
import { createSearch } from './search.js'

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

// On a phone the list of pages is folded.
if (matchMedia('(max-width: 800px)').matches) document.querySelector('.pages details').open = false
document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'center' })
scrollTo(0, 0)
document.getElementById(location.hash.slice(1))?.scrollIntoView()

/** The explorer's key of this tab, if it is a test key: it replaces `$KEY` on Copy, and is shown by its last four signs. */
const stored = sessionStorage.getItem('signpost:api-key')?.trim() ?? ''
const key = /^spk_test_\w+$/.test(stored) ? stored : null

/** Samples name the address at which a reader of these pages reached the service. */
const here = (text) =>
  text.replaceAll(/(https?:\/\/)?(?:localhost|127\.0\.0\.1):4000/g, (_, scheme) =>
    scheme || location.protocol === 'https:' ? location.origin : location.host,
  )

for (const block of document.querySelectorAll('.code')) {
  const code = block.querySelector('code')
  const text = here(code.textContent)
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const shown = here(walker.currentNode.data)
    walker.currentNode.data = key ? shown.replaceAll('$KEY', `spk_test_…${key.slice(-4)}`) : shown
  }
  const copy = element('button', { type: 'button', textContent: 'Copy' })
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(key ? text.replaceAll('$KEY', key) : text)
    copy.textContent = 'Copied'
  })
  block.append(copy)
}

const languages = { sh: 'curl', ts: 'TypeScript', python: 'Python', graphql: 'GraphQL' }

const isSample = (block) => block?.matches('.code') && Object.hasOwn(languages, block.dataset.language)

/** Samples of the same in several languages, one after the other, become tabs. */
function tabsOf(first) {
  const order = Object.keys(languages)
  const blocks = [first]
  while (isSample(blocks.at(-1).nextElementSibling)) blocks.push(blocks.at(-1).nextElementSibling)
  const names = blocks.map(({ dataset }) => dataset.language)
  if (blocks.length < 2 || new Set(names).size < blocks.length) return
  blocks.sort((one, other) => order.indexOf(one.dataset.language) - order.indexOf(other.dataset.language))
  const buttons = blocks.map(({ dataset: { language: name } }, index) => {
    const button = element('button', { type: 'button', role: 'tab', textContent: languages[name] })
    button.addEventListener('click', () => show(index))
    return button
  })
  const show = (index) => {
    for (const [each, block] of blocks.entries()) {
      block.hidden = each !== index
      buttons[each].ariaSelected = String(each === index)
    }
  }
  first.before(element('div', { className: 'languages', role: 'tablist', ariaLabel: 'Language' }, ...buttons))
  show(0)
}
for (const block of document.querySelectorAll('.code'))
  if (isSample(block) && !isSample(block.previousElementSibling)) tabsOf(block)

const dialog = document.getElementById('search')
const input = dialog.querySelector('input')
const results = document.getElementById('results')
const none = document.getElementById('none')
let search

async function open() {
  dialog.showModal()
  search ??= createSearch(MiniSearch, await (await fetch('/docs/files/search.json')).json())
  list()
}

/** Shows the best rows, at most five of a page. */
function list() {
  if (!search) return
  const counts = new Map()
  const rows = search(input.value).filter(({ title }) => {
    counts.set(title, (counts.get(title) ?? 0) + 1)
    return counts.get(title) <= 5
  })
  const options = rows.slice(0, 15).map(({ url, title, heading }, index) => {
    const link = element('a', { href: url, tabIndex: -1 }, heading || title, element('small', {}, title))
    return element('li', { id: `result-${index}`, role: 'option', ariaSelected: String(index === 0) }, link)
  })
  results.replaceChildren(...options)
  input.ariaExpanded = String(options.length > 0)
  none.textContent = input.value.trim() !== '' && options.length === 0 ? 'Nothing found: try another word.' : ''
  select(0)
}

function select(index) {
  const options = [...results.children]
  for (const [each, option] of options.entries()) option.ariaSelected = String(each === index)
  if (!options[index]) return input.removeAttribute('aria-activedescendant')
  input.setAttribute('aria-activedescendant', options[index].id)
  options[index].scrollIntoView({ block: 'nearest' })
}

document.getElementById('search-button').addEventListener('click', open)
input.addEventListener('input', list)
results.addEventListener('click', () => dialog.close())
addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input, textarea')
  if ((event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)) {
    event.preventDefault()
    if (!dialog.open) open()
    return
  }
  if (!dialog.open) return
  const options = [...results.children]
  const at = options.findIndex(({ ariaSelected }) => ariaSelected === 'true')
  if (event.key === 'ArrowDown') select(Math.min(at + 1, options.length - 1))
  else if (event.key === 'ArrowUp') select(Math.max(at - 1, 0))
  else if (event.key === 'Enter' && event.target === input) options[at]?.querySelector('a').click()
  else return
  event.preventDefault()
})
