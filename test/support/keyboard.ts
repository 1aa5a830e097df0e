import type { Page } from 'playwright-core'

/** The focused element: its name, its role, and whether the focus is visible. */
type Focused = { name: string; role: string; isSeen: boolean }

/** A page that is used by keys alone. */
export type Keyboard = {
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Goes on with Tab until the named control has the focus. @throws when no stop has the name, or one has no ring */
  to(name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Goes to a control and presses it. */
  use(name: string | RegExp): Promise<void>
  /** Goes to a field and writes into it. */
  fill(name: string | RegExp, text: string): Promise<void>
  /** Goes to a list of choices and takes the one that begins so. */
  choose(name: string | RegExp, option: string): Promise<void>
}

const look = `(() => {
  const element = document.activeElement
  const label = element.labels?.[0]
  const named = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? ''
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  return {
    name: named.trim().replace(/\\s+/g, ' '),
    role: element.localName,
    isSeen: element.tabIndex < 0 || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2),
  }
})()`

const most = 150

export function keyboardOf(page: Page): Keyboard {
  const press = (key: string) => page.keyboard.press(key)
  const focused = () => page.evaluate(look) as Promise<Focused>

  async function to(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const matches = ({ name: found }: Focused) => (typeof name === 'string' ? found === name : name.test(found))
    for (let n = 0; n < most; n++) {
      const here = await focused()
      if (matches(here)) return
      await press(key)
      const { role, isSeen, name: found } = await focused()
      if (role !== 'body' && !isSeen) throw new Error(`no ring around ${found}`)
    }
    throw new Error(`no stop at ${name}`)
  }

  return {
    press,
    type: (text) => page.keyboard.type(text),
    to,
    async use(name) {
      await to(name)
      await press('Enter')
    },
    async fill(name, text) {
      await to(name)
      await page.keyboard.type(text)
    },
    async choose(name, option) {
      await to(name)
      await page.keyboard.type(option)
    },
  }
}
