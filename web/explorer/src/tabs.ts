/**
 * GraphiQL gives each tab's list item the role of a tab, and puts two buttons into it: a control in a control, which a
 * screen reader doesn't reach. This turns it into a list of buttons, one of which is the current one.
 */
export function mendTabs(root: HTMLElement): void {
  const mend = () => {
    for (const list of root.querySelectorAll('.graphiql-tabs[role]')) list.removeAttribute('role')
    for (const item of root.querySelectorAll('.graphiql-tab')) {
      item.removeAttribute('role')
      const selected = item.getAttribute('aria-selected')
      if (selected === null) continue
      item.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', selected)
      item.removeAttribute('aria-selected')
    }
  }
  const watched = { subtree: true, childList: true, attributeFilter: ['role', 'aria-selected'] }
  new MutationObserver(mend).observe(root, watched)
  mend()
}
