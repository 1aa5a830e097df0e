const item = 'signpost:api-key'

/** The key of this tab: it ends with the tab, and never enters an address or another tab. */
export const apiKey = {
  read: (): string => sessionStorage.getItem(item) ?? '',
  write: (key: string): void => (key === '' ? sessionStorage.removeItem(item) : sessionStorage.setItem(item, key)),
}

export const withKey: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  const key = apiKey.read().trim()
  if (key !== '' && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`)
  return fetch(input, { ...init, headers, credentials: 'omit' })
}
