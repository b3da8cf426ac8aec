import { createPrivateKey } from 'node:crypto'
import { hostname } from 'node:os'
import type { OPCUAClientOptions } from 'node-opcua-client'
import { generate } from 'selfsigned'

export const APPLICATION_URI = 'urn:nonwoven-mes'
type KeyPair = NonNullable<OPCUAClientOptions['certificateKeyPairProvider']>
let made: Promise<KeyPair> | undefined

/** What this program shows to OPC UA servers: made once in a process and kept in memory. The library would write one into the account's home. */
export const ownCertificate = (): Promise<KeyPair> => (made ??= newCertificate())

async function newCertificate(): Promise<KeyPair> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'nonwoven-mes' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 3 * 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'keyUsage',
        digitalSignature: true,
        nonRepudiation: true,
        keyEncipherment: true,
        dataEncipherment: true,
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
  const der = Buffer.from(cert.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  return {
    certificateFile: '<in-memory>',
    privateKeyFile: '<in-memory>',
    getCertificate: () => der,
    getCertificateChain: () => [der],
    getPrivateKey: () => ({ hidden: createPrivateKey(key) }),
  } as KeyPair
}
