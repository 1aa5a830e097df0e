// A request is matched to its alias in the background.
const url = `${pm.variables.get('baseUrl')}/v1/consent_requests?direction=incoming`
const header = { Authorization: `Bearer ${pm.variables.get('apiKey')}` }
const ask = (left) =>
  pm.sendRequest({ url, header }, (_, answer) => {
    const isThere = answer.json().data.some(({ id }) => id === pm.variables.get('consent_request'))
    if (!isThere && left > 0) setTimeout(() => ask(left - 1), 250)
  })
ask(80)
