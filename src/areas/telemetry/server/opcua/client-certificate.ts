/**
 * Certificate that this program shows to OPC UA servers. Administrators trust it once, so it is stored in the database
 * for all instances and restarts, sealed together with its key. By default, the library would write a certificate into
 * the home directory.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import type { OPCUAClientOptions } from 'node-opcua-client'
import type { Application } from '@/server/application'
import { FileAnswer } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { getPoolQuery } from '@/server/create-context'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'
import { inletCertificate } from '@/areas/telemetry/contract/telemetry-endpoints'

/** Name of this application in OPC UA; the certificate must contain it. */
export const APPLICATION_URI = 'urn:nonwoven-mes'
type KeyPairProvider = NonNullable<OPCUAClientOptions['certificateKeyPairProvider']>
/** Name of the stored setting. The sealed value can be opened only with the same name. */
const SETTING_NAME = 'opcuaCertificate'
/** Long enough for the service life of the plant's machines. */
const VALIDITY_YEARS = 20
const DAY_MS = 86_400_000

/** Certificate and private key as PEM. */
interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}
type CertificateApp = Pick<Application, 'db' | 'site' | 'seals' | 'log'>

/** GET /telemetry/inlet_certificate */
export const downloadClientCertificate = handle(inletCertificate, async (ctx) => {
  const { certificate } = await ensureClientCertificate((ctx as AppContext).app)
  return new FileAnswer('nonwoven-mes.der', 'application/pkix-cert', new X509Certificate(certificate).raw)
})

/** Loads certificate and key in the form that the library expects. */
export async function loadClientKeyPair(app: CertificateApp): Promise<KeyPairProvider> {
  const { certificate, key } = await ensureClientCertificate(app)
  const der = new X509Certificate(certificate).raw
  return {
    certificateFile: '<in-memory>',
    privateKeyFile: '<in-memory>',
    getCertificate: () => der,
    getCertificateChain: () => [der],
    getPrivateKey: () => ({ hidden: createPrivateKey(key) }),
  } as KeyPairProvider
}

/**
 * Returns the certificate and creates it on first use. An unreadable certificate is replaced; administrators must then
 * trust the new one.
 */
async function ensureClientCertificate(app: CertificateApp): Promise<ClientCertificate> {
  const formerSealedText = await findSealedCertificate(app)
  const existingCertificate = unsealCertificate(app, formerSealedText)
  if (existingCertificate) return existingCertificate
  if (formerSealedText !== null)
    app.log.warn(
      'the certificate for OPC UA servers is sealed with another key: a new one is made, to be trusted there',
    )
  const newSealedText = JSON.stringify(app.seals.seal(JSON.stringify(await generateCertificate()), SETTING_NAME))
  await getPoolQuery(app)(
    sql`insert into setting (site_id, name, value) values (${app.site}, ${SETTING_NAME}, ${newSealedText}::jsonb)
      on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at
      where setting.value #>> '{}' = ${formerSealedText}`,
  )
  await app.db.waitUntilDurable()
  // Another instance may have stored its certificate first.
  const storedCertificate = unsealCertificate(app, await findSealedCertificate(app))
  if (!storedCertificate)
    throw new Error('the certificate for OPC UA servers cannot be opened: the instances have different secret keys')
  return storedCertificate
}
async function findSealedCertificate(app: CertificateApp): Promise<string | null> {
  const [row] = await getPoolQuery(app)(
    sql<{
      sealed: string
    }>`select value #>> '{}' as sealed from setting where site_id = ${app.site} and name = ${SETTING_NAME}`,
  )
  return row?.sealed ?? null
}
function unsealCertificate({ seals }: CertificateApp, sealedText: string | null): ClientCertificate | null {
  const certificateJson = sealedText === null ? null : seals.open(sealedText, SETTING_NAME)
  return certificateJson === null ? null : (JSON.parse(certificateJson) as ClientCertificate)
}

/** Generates a self-signed certificate according to OPC UA part 6, 6.2.2. */
async function generateCertificate(): Promise<ClientCertificate> {
  const { generate } = await import('selfsigned')
  const nowMs = Date.now()
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'nonwoven-mes' }], {
    keySize: 2048,
    algorithm: 'sha256',
    // Machine clocks are often wrong.
    notBeforeDate: new Date(nowMs - 30 * DAY_MS),
    notAfterDate: new Date(nowMs + VALIDITY_YEARS * 365 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'keyUsage',
        digitalSignature: true,
        nonRepudiation: true,
        keyEncipherment: true,
        dataEncipherment: true,
        keyCertSign: true,
      },
      { name: 'extKeyUsage', clientAuth: true, serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 6, value: APPLICATION_URI },
          { type: 2, value: hostname() },
        ],
      },
    ],
  })
  return { certificate: cert, key }
}

/**
 * Converts a certificate (PEM or DER) or a written fingerprint to the SHA-256 fingerprint `AB:CD:…`; null for anything
 * else.
 */
export function toFingerprint(certificate: string | Uint8Array): string | null {
  const hexDigits = typeof certificate === 'string' ? certificate.replace(/^\s*sha-?256\b|[\s:]/gi, '') : ''
  if (/^[0-9a-f]{64}$/i.test(hexDigits)) return hexDigits.toUpperCase().match(/../g)!.join(':')
  try {
    return new X509Certificate(certificate).fingerprint256
  } catch {
    return null // not a certificate
  }
}
