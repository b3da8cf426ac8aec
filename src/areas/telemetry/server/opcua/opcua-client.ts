/** OPC UA client. With security, it connects only to a server whose certificate a person trusts. */
import { X509Certificate } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EndpointDescription, OPCUAClient, OPCUAClientOptions } from 'node-opcua-client'
import type { InletSecurity } from '../../contract/inlet'
import { assertAllowedHost } from '../inlet-address'
import type { ConnectionContext } from '../inlet-session'
import { storeShownCertificate } from '../inlet-store'
import { APPLICATION_URI, loadClientKeyPair, toFingerprint } from './client-certificate'

export type OpcuaLibrary = typeof import('node-opcua-client')
type PolicyName = 'Basic256Sha256' | 'Aes128_Sha256_RsaOaep' | 'Aes256_Sha256_RsaPss'
type ModeName = 'Sign' | 'SignAndEncrypt'

const policyAndModeBySecurity: Readonly<Record<Exclude<InletSecurity, 'none'>, readonly [PolicyName, ModeName]>> = {
  Basic256Sha256_Sign: ['Basic256Sha256', 'Sign'],
  Basic256Sha256_SignAndEncrypt: ['Basic256Sha256', 'SignAndEncrypt'],
  Aes128_Sha256_RsaOaep_Sign: ['Aes128_Sha256_RsaOaep', 'Sign'],
  Aes128_Sha256_RsaOaep_SignAndEncrypt: ['Aes128_Sha256_RsaOaep', 'SignAndEncrypt'],
  Aes256_Sha256_RsaPss_Sign: ['Aes256_Sha256_RsaPss', 'Sign'],
  Aes256_Sha256_RsaPss_SignAndEncrypt: ['Aes256_Sha256_RsaPss', 'SignAndEncrypt'],
}

/** Creates a client for an inlet. @throws Error if the inlet requires security and the server is not trusted */
export async function createOpcuaClient(opcua: OpcuaLibrary, context: ConnectionContext): Promise<OPCUAClient> {
  const { app, inlet } = context
  await assertAllowedHost(app, inlet.url)
  const clientOptions = {
    applicationName: 'nonwoven-mes',
    applicationUri: APPLICATION_URI,
    certificateKeyPairProvider: await loadClientKeyPair(app),
    clientName: `nonwoven-mes ${inlet.name}`,
    // No retries: the caller reconnects with a new subscription, because servers restore old ones differently.
    connectionStrategy: { maxRetry: 0, initialDelay: 100, maxDelay: 1_000 },
    keepSessionAlive: true,
    endpointMustExist: false,
    securityMode: opcua.MessageSecurityMode.None,
    securityPolicy: opcua.SecurityPolicy.None,
  } satisfies OPCUAClientOptions
  if (inlet.security === 'none') return opcua.OPCUAClient.create(clientOptions)
  const [policyName, modeName] = policyAndModeBySecurity[inlet.security]
  const securityPolicy = opcua.SecurityPolicy[policyName]
  const securityMode = opcua.MessageSecurityMode[modeName]
  const offeredEndpoints = await fetchEndpoints(opcua.OPCUAClient.create(clientOptions), inlet.url)
  const endpoint = offeredEndpoints.find(
    (e) => e.securityPolicyUri === securityPolicy && e.securityMode === securityMode,
  )
  if (!endpoint?.serverCertificate?.length)
    throw new Error(`the server does not offer ${policyName} ${modeName}, but ${formatOffers(opcua, offeredEndpoints)}`)
  await assertTrusted(context, endpoint.serverCertificate)
  const serverCertificate = new X509Certificate(endpoint.serverCertificate).raw
  const client = opcua.OPCUAClient.create({ ...clientOptions, securityPolicy, securityMode, serverCertificate })
  restrictChunks(client, { securityPolicy, serverCertificate })
  return client
}
/**
 * Fetches the endpoints without security. The answer itself is not trusted: the caller compares its certificate
 * with the trusted one, and later messages must be signed with it.
 */
async function fetchEndpoints(client: OPCUAClient, url: string): Promise<EndpointDescription[]> {
  try {
    await client.connect(url)
    return await client.getEndpoints()
  } finally {
    await disconnectClient(client)
  }
}
/** Disconnects, but waits at most two seconds. */
export const disconnectClient = (client: OPCUAClient): Promise<unknown> =>
  Promise.race([client.disconnect(), pause(2_000, undefined, { ref: false })])

const formatOffers = (opcua: OpcuaLibrary, offeredEndpoints: readonly EndpointDescription[]): string =>
  offeredEndpoints
    .map((e) => `${e.securityPolicyUri?.split('#')[1] ?? ''} ${opcua.MessageSecurityMode[e.securityMode]}`)
    .join(', ') || 'nothing'

async function assertTrusted({ app, inlet }: ConnectionContext, certificate: Uint8Array): Promise<void> {
  const fingerprint = toFingerprint(certificate)
  if (fingerprint === null) throw new Error('the server shows no certificate that can be read')
  await storeShownCertificate(app, inlet.id, fingerprint)
  if (!inlet.serverCertificate)
    throw new Error(`the certificate of the server is not trusted yet: SHA-256 ${fingerprint}`)
  if (inlet.serverCertificate !== fingerprint)
    throw new Error(`the server shows another certificate than the trusted one: SHA-256 ${fingerprint}`)
}

interface TrustedServer {
  readonly securityPolicy: string
  readonly serverCertificate: Buffer
}
/**
 * Ends the connection when an unexpected chunk arrives. The library accepts any certificate in the answer that opens a
 * channel, and stops checking signatures after a stray chunk. Without this check, an attacker could impersonate the
 * server.
 */
function restrictChunks(client: OPCUAClient, server: TrustedServer): void {
  client.on('secure_channel_created', (channel) =>
    channel.on('receive_chunk', (chunk) => {
      if (isAcceptableChunk(chunk, server)) return
      // The library sees a broken chunk and stops reading.
      chunk.fill(0)
      channel.forceConnectionBreak()
    }),
  )
}
/**
 * True if a chunk has a known type and, if it opens a channel, names the expected policy and certificate.
 * @see OPC UA part 6, 6.7.2: type and final flag, length, channel; then policy and certificate
 */
export function isAcceptableChunk(chunk: Buffer, { securityPolicy, serverCertificate }: TrustedServer): boolean {
  const chunkType = chunk.toString('latin1', 0, 4)
  if (chunkType !== 'OPNF') return /^(MSG[FCA]|ERRF)$/.test(chunkType)
  const [policy, certificateOffset] = readByteString(chunk, 12)
  const [senderCertificate] = readByteString(chunk, certificateOffset)
  return (
    policy?.toString() === securityPolicy &&
    senderCertificate?.subarray(0, serverCertificate.length).equals(serverCertificate) === true
  )
}
/** Reads a length-prefixed byte string and its end offset; null if the chunk is too short. */
function readByteString(chunk: Buffer, offset: number): [bytes: Buffer | null, end: number] {
  const length = offset + 4 <= chunk.length ? chunk.readInt32LE(offset) : -1
  const end = offset + 4 + Math.max(length, 0)
  return [length < 0 || end > chunk.length ? null : chunk.subarray(offset + 4, end), end]
}
