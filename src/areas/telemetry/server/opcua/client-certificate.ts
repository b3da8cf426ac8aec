/**
 * Certificate that this program shows to OPC UA servers. Administrators trust it once, so it is stored in the database
 * for all instances and restarts, sealed together with its key. The library would write one into the account's home
 * directory.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import type { OPCUAClientOptions } from 'node-opcua-client'
import type { Application } from '@/server/application'
import { FileAnswer, type Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { getPoolQuery } from '@/server/pipeline'
import { sql } from '@/server/sql'

export const APPLICATION_URI = 'urn:nonwoven-mes'
type KeyPair = NonNullable<OPCUAClientOptions['certificateKeyPairProvider']>
/** Name of the setting; also the context of its seal. */
const SETTING_NAME = 'opcuaCertificate'
/** Long enough for the service life of the plant's machines. */
const VALIDITY_YEARS = 20
const DAY_MS = 86_400_000

/** Both as PEM. */
interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}
type CertificateApp = Pick<Application, 'db' | 'site' | 'seals' | 'log'>

/** GET /telemetry/inlet_certificate */
export async function downloadClientCertificate(ctx: Context): Promise<FileAnswer> {
  const { certificate } = await ensureClientCertificate((ctx as KitContext).app)
  return new FileAnswer('nonwoven-mes.der', 'application/pkix-cert', new X509Certificate(certificate).raw)
}

/** Loads certificate and key in the form that the library expects. */
export async function loadClientKeyPair(app: CertificateApp): Promise<KeyPair> {
  const { certificate, key } = await ensureClientCertificate(app)
  const der = new X509Certificate(certificate).raw
  return {
    certificateFile: '<in-memory>',
    privateKeyFile: '<in-memory>',
    getCertificate: () => der,
    getCertificateChain: () => [der],
    getPrivateKey: () => ({ hidden: createPrivateKey(key) }),
  } as KeyPair
}

/**
 * Returns the certificate and creates it on first use. An unreadable one is replaced; servers must then trust the new
 * one.
 */
async function ensureClientCertificate(app: CertificateApp): Promise<ClientCertificate> {
  const formerSeal = await findSealedCertificate(app)
  const existing = unsealCertificate(app, formerSeal)
  if (existing) return existing
  if (formerSeal !== null)
    app.log.warn(
      'the certificate for OPC UA servers is sealed with another key: a new one is made, to be trusted there',
    )
  const newSeal = JSON.stringify(app.seals.seal(JSON.stringify(await generateCertificate()), SETTING_NAME))
  await getPoolQuery(app)(
    sql`insert into setting (site_id, name, value) values (${app.site}, ${SETTING_NAME}, ${newSeal}::jsonb)
      on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at
      where setting.value #>> '{}' = ${formerSeal}`,
  )
  await app.db.durable()
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
function unsealCertificate({ seals }: CertificateApp, sealed: string | null): ClientCertificate | null {
  const text = sealed === null ? null : seals.open(sealed, SETTING_NAME)
  return text === null ? null : (JSON.parse(text) as ClientCertificate)
}

/** Generates a self-signed certificate according to OPC UA part 6, 6.2.2. */
async function generateCertificate(): Promise<ClientCertificate> {
  const { generate } = await import('selfsigned')
  const now = Date.now()
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'nonwoven-mes' }], {
    keySize: 2048,
    algorithm: 'sha256',
    // Machine clocks are often wrong.
    notBeforeDate: new Date(now - 30 * DAY_MS),
    notAfterDate: new Date(now + VALIDITY_YEARS * 365 * DAY_MS),
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
