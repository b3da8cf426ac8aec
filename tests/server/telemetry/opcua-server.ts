/** An OPC UA server with one node, and a listener at it as an instance of the program is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataType, MessageSecurityMode, SecurityPolicy, StatusCodes, Variant } from 'node-opcua-client'
import { OPCUAServer, type OPCUAServerOptions } from 'node-opcua-server'
import { Intake } from '@/areas/telemetry/server/inlet-intake'
import { SessionStatus } from '@/areas/telemetry/server/inlet-session'
import { loadEnabledInlets } from '@/areas/telemetry/server/inlet-store'
import { openServerConnection } from '@/areas/telemetry/server/opcua/listen-to-server'
import type { TestPlant } from '../harness'

/** What the test tells the server of a node to show. */
interface Shown {
  setValueFromSource(value: Variant, status?: unknown, at?: Date): void
}
interface Certificates {
  trustCertificate(der: Buffer): Promise<void>
  dispose(): Promise<void>
}
// Its type stands in a package that only the client and the server depend on.
const { OPCUACertificateManager } = createRequire(createRequire(import.meta.url).resolve('node-opcua-server'))(
  'node-opcua-certificate-manager',
) as {
  OPCUACertificateManager: new (o: object) => Certificates & NonNullable<OPCUAServerOptions['serverCertificateManager']>
}

export interface ServerOptions extends Pick<OPCUAServerOptions, 'userManager'> {
  port?: number
  /** Where it keeps its own certificate and whom it trusts; another folder, another certificate. */
  keys: string
  /** Takes nobody whom it does not trust, by encrypted and signed channels too. */
  secure?: boolean
}
export const newKeys = () => {
  const keys = mkdtempSync(join(tmpdir(), 'opcua-'))
  return { keys, gone: () => rmSync(keys, { recursive: true, force: true }) }
}
const { None, Sign, SignAndEncrypt } = MessageSecurityMode
const { Basic256Sha256, Aes128_Sha256_RsaOaep, Aes256_Sha256_RsaPss } = SecurityPolicy

export async function newServer({ port = 0, keys, secure = false, ...more }: ServerOptions) {
  const certificates = new OPCUACertificateManager({
    rootFolder: keys,
    automaticallyAcceptUnknownCertificate: !secure,
  })
  const server = new OPCUAServer({
    port,
    hostname: '127.0.0.1',
    serverCertificateManager: certificates,
    userCertificateManager: certificates,
    securityModes: secure ? [Sign, SignAndEncrypt] : [None],
    securityPolicies: secure ? [Basic256Sha256, Aes128_Sha256_RsaOaep, Aes256_Sha256_RsaPss] : [SecurityPolicy.None],
    ...more,
  })
  await server.initialize()
  const space = server.engine.addressSpace!
  const node: Shown = space.getOwnNamespace().addVariable({
    organizedBy: space.rootFolder.objects,
    browseName: 'speed',
    nodeId: 's=speed',
    dataType: DataType.Double,
  })
  const shows = (value: number, at: number, status = StatusCodes.Good) =>
    node.setValueFromSource(new Variant({ dataType: DataType.Double, value }), status, new Date(at))
  return { server, node, shows, certificates, start: () => server.start(), url: () => server.getEndpointUrl() }
}

/** Listens as an instance of the server does, to the inlet that is enabled. */
export async function listening(
  plant: TestPlant,
  options: Parameters<typeof openServerConnection>[1] = { watchMs: 50 },
) {
  const [settings] = await loadEnabledInlets(plant.app)
  const status = new SessionStatus(plant.app.clock)
  const intake = new Intake(plant.app, settings!, (why) => (status.storageError = why))
  const connection = await openServerConnection({ app: plant.app, inlet: settings!, slot: 0, status, intake }, options)
  return {
    status,
    close: async () => {
      await connection.close()
      await intake.close()
    },
  }
}
