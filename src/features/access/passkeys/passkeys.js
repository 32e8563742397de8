// Creates passkeys and signs in with them: fills the authenticator's answer into its form and sends it.
function start(frame) {
  const { dataset } = frame
  const form = frame.querySelector('form')
  const find = (selector) => form.querySelector(selector)
  const isNew = dataset.passkey === 'create'
  const publicKey = (isNew ? creationOptions : requestOptions)(JSON.parse(dataset.options))
  let waiting = new AbortController()
  const send = (credential) => {
    find('[name="response"]').value = JSON.stringify(toJson(credential))
    form.submit()
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // Only one request can be open. This one replaces the suggestion.
    waiting.abort()
    waiting = new AbortController()
    find('[role="alert"]').textContent = ''
    try {
      const { signal } = waiting
      send(await navigator.credentials[isNew ? 'create' : 'get']({ publicKey, signal }))
    } catch {
      find('[role="alert"]').textContent = dataset.failed
    }
  })
  if (!isNew) suggest(publicKey, waiting.signal, send)
}

/** Offers passkeys among the suggestions of the name field, if the browser supports it. */
async function suggest(publicKey, signal, send) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  // Rejected when the button or another page takes over.
  await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }).then(send, () => {})
}

const creationOptions = (json) =>
  PublicKeyCredential.parseCreationOptionsFromJSON?.(json) ?? {
    ...json,
    challenge: toBytes(json.challenge),
    user: { ...json.user, id: toBytes(json.user.id) },
    excludeCredentials: json.excludeCredentials?.map((one) => ({ ...one, id: toBytes(one.id) })),
  }

const requestOptions = (json) =>
  PublicKeyCredential.parseRequestOptionsFromJSON?.(json) ?? { ...json, challenge: toBytes(json.challenge) }

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The result of `toJSON` in browsers that support it. */
function toJson(credential) {
  if (credential.toJSON) return credential.toJSON()
  const { id, rawId, type, response } = credential
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  const parts = names.filter((name) => response[name]).map((name) => [name, toText(response[name])])
  return {
    ...{ id, type, rawId: toText(rawId), clientExtensionResults: credential.getClientExtensionResults() },
    response: { ...Object.fromEntries(parts), transports: response.getTransports?.() },
  }
}

const offer = document.querySelector('[data-passkey]')
if (offer && window.PublicKeyCredential) {
  offer.hidden = false
  document.querySelector('[data-passkey-missing]')?.remove()
  start(offer)
}
