// Tries whether this browser reaches the port of the video rooms, by UDP and by TCP.

const CONNECT_MS = 10_000

const panel = /** @type {HTMLElement} */ (document.querySelector('[data-connection-test]'))
const button = /** @type {HTMLButtonElement} */ (panel.querySelector('button'))
const result = /** @type {HTMLElement} */ (panel.querySelector('[role="status"]'))
const { connectionTest: path = '', csrf = '', testing, udp, tcp, blocked, failed } = panel.dataset

/** @param {RTCPeerConnection} peer */
function isConnected(peer) {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), CONNECT_MS)
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'connected') resolve(true)
      if (peer.connectionState === 'failed') resolve(false)
    })
  })
}

/** @param {'udp' | 'tcp'} protocol */
async function reaches(protocol) {
  const peer = new RTCPeerConnection()
  try {
    peer.addTransceiver('audio', { direction: 'recvonly' })
    await peer.setLocalDescription()
    const response = await fetch(path, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ _csrf: csrf, offer: peer.localDescription?.sdp ?? '' }),
    })
    if (!response.ok) {
      const { message } = await response.json().catch(() => ({}))
      throw new Error(message)
    }
    const lines = (await response.text()).split('\r\n')
    const sdp = lines
      .filter((line) => !line.startsWith('a=candidate') || line.includes(` ${protocol} `))
      .join('\r\n')
    const connected = isConnected(peer)
    await peer.setRemoteDescription({ type: 'answer', sdp })
    return await connected
  } finally {
    peer.close()
  }
}

async function test() {
  button.disabled = true
  result.textContent = testing ?? ''
  try {
    const [isUdp, isTcp] = await Promise.all([reaches('udp'), reaches('tcp')])
    result.textContent = (isUdp ? udp : isTcp ? tcp : blocked) ?? ''
  } catch (error) {
    result.textContent = (error instanceof Error && error.message) || failed || ''
  }
  button.disabled = false
}

button.addEventListener('click', test)
