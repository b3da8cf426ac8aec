/** Checks of the machine: port, certificate and clock. */
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { connect } from 'node:tls'
import { execFileSync } from 'node:child_process'
import { createFailure, createOk, createWarning, type Finding } from './findings'

const CERTIFICATE_WARNING_DAYS = 30
const CONNECT_TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000

/** Checks that the port is free, or used by this program already. */
export async function checkPort(port: number, host: string, scheme: 'http' | 'https'): Promise<Finding> {
  const error = await tryListen(port, host)
  if (!error) return createOk('Port', `${port} is free`)
  if (error.code === 'EADDRINUSE') {
    const isUsedByPlant = scheme === 'http' && (await isAnsweredByPlant(port))
    return isUsedByPlant
      ? createOk('Port', `${port} is used by a running server of this program`)
      : createFailure(
          'Port',
          `${port} is used by another program`,
          'Stop that program, or choose another port with PORT.',
        )
  }
  if (error.code === 'EACCES')
    return createFailure(
      'Port',
      `this account may not open ${port}`,
      'Choose a port above 1023 with PORT, behind a proxy on 443.',
    )
  return createFailure(
    'Port',
    `${host}:${port} cannot be opened (${error.code})`,
    'Correct HOST: it must be an address of this machine.',
  )
}
const tryListen = (port: number, host: string): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolvePromise) => {
    const server = createServer()
    server.once('error', resolvePromise)
    server.listen(port, host, () => server.close(() => resolvePromise(null)))
  })
async function isAnsweredByPlant(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
    return ((await answer.json()) as { ok?: boolean }).ok === true
  } catch {
    return false // something else listens there
  }
}

/** Checks a certificate file and its key. */
export function checkCertificateFiles(certificateFile: string, keyFile: string, now: Date): Finding {
  const remedy = 'Correct TLS_CERT and TLS_KEY: two PEM files, the certificate with its chain and its private key.'
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile))
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile))))
      return createFailure('Certificate', `${keyFile} is not the key of ${certificateFile}`, remedy)
    return createExpiryFinding('Certificate', new Date(certificate.validTo), now)
  } catch (error) {
    return createFailure('Certificate', (error as Error).message, remedy)
  }
}
/** Checks what browsers meet at the public address: that it answers, and for how long its certificate is valid. */
export async function checkPublicAddress(publicUrl: string, now: Date): Promise<Finding> {
  const { hostname, port, protocol } = new URL(publicUrl)
  const remedy = 'Correct PUBLIC_URL, the name in DNS, or the proxy that answers there.'
  if (protocol !== 'https:')
    return createWarning(
      'Public address',
      `${publicUrl} has no TLS`,
      'Use https: camera and offline use on phones need it.',
    )
  try {
    const validTo = await fetchCertificateExpiry(hostname, Number(port || 443))
    return createExpiryFinding('Public address', validTo, now)
  } catch (error) {
    return createWarning('Public address', `${publicUrl} does not answer (${(error as Error).message})`, remedy)
  }
}
const fetchCertificateExpiry = (host: string, port: number): Promise<Date> =>
  new Promise((resolvePromise, reject) => {
    // The plant's own authority may be unknown to Node; only the date is read, and nothing is sent.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: CONNECT_TIMEOUT_MS })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('secureConnect', () => {
      resolvePromise(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
  })
function createExpiryFinding(subject: string, validTo: Date, now: Date): Finding {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  const day = validTo.toISOString().slice(0, 10)
  const remedy = 'Renew the certificate and restart what serves it.'
  if (days < 0) return createFailure(subject, `the certificate expired on ${day}`, remedy)
  if (days < CERTIFICATE_WARNING_DAYS)
    return createWarning(subject, `the certificate expires on ${day}, in ${days} days`, remedy)
  return createOk(subject, `the certificate is valid until ${day}`)
}

/** Checks whether the system synchronizes its clock; null on machines without `timedatectl`. */
export function checkClockSynchronization(): Finding | null {
  try {
    const output = execFileSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.trim() === 'yes'
      ? createOk('Clock', 'synchronized')
      : createWarning('Clock', 'not synchronized', 'Switch on time synchronization: timedatectl set-ntp true')
  } catch {
    return null // no systemd here, e.g. in a container, which has the clock of its host
  }
}
