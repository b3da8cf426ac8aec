import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { BadSetting } from './config'

const VALIDITY_MS = 3 * 365 * 86_400_000

/**
 * Loads the TLS certificate: the given files, or a self-signed one. The self-signed one is created on first use and
 * stored in the data folder, so that phones need to accept it only once.
 */
export async function loadCertificate(
  dataDir: string,
  files: { certificate: string; certificateKey: string },
): Promise<{ cert: string; key: string }> {
  if (files.certificate || files.certificateKey) {
    if (!files.certificate || !files.certificateKey) throw new BadSetting('TLS_CERT and TLS_KEY go together')
    return { cert: await readFile(files.certificate, 'utf8'), key: await readFile(files.certificateKey, 'utf8') }
  }
  const certPath = join(dataDir, 'certificate.pem')
  const keyPath = join(dataDir, 'certificate.key')
  if (existsSync(certPath) && existsSync(keyPath))
    return { cert: await readFile(certPath, 'utf8'), key: await readFile(keyPath, 'utf8') }
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map(({ address }) => address)
    // An address with a zone, such as `fe80::1%eth0`, cannot be part of a certificate.
    .filter((address) => !address.includes('%'))
  // Loaded on demand: it slows the start, and most plants serve plain HTTP behind a proxy.
  const { generate } = await import('selfsigned')
  const selfSigned = await generate([{ name: 'commonName', value: hostname() }], {
    keySize: 2048,
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALIDITY_MS),
    extensions: [
      {
        name: 'subjectAltName',
        // Types of RFC 5280: 2 is a DNS name, 7 an IP address.
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 2, value: hostname() },
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  await writeFile(keyPath, selfSigned.private, { mode: 0o600 })
  await writeFile(certPath, selfSigned.cert)
  return { cert: selfSigned.cert, key: selfSigned.private }
}
