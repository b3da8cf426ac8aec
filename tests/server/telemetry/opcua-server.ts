/** An OPC UA server with one node, and a listener like that of a server instance. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataType, MessageSecurityMode, SecurityPolicy, StatusCodes, Variant } from 'node-opcua-client'
import { OPCUAServer, type OPCUAServerOptions } from 'node-opcua-server'
import { Intake } from '@/areas/telemetry/server/inlet-intake'
import { SessionStatus } from '@/areas/telemetry/server/inlet-session'
import { loadEnabledInlets } from '@/areas/telemetry/server/inlet-store'
import { openReconnectingConnection } from '@/areas/telemetry/server/opcua/listen-to-server'
import type { TestPlant } from '../harness'

/** A node whose value the test sets. */
interface SettableNode {
  setValueFromSource(value: Variant, status?: unknown, at?: Date): void
}
interface Certificates {
  trustCertificate(der: Buffer): Promise<void>
  dispose(): Promise<void>
}
// The package is a dependency of node-opcua-server only, so it is resolved from there.
const { OPCUACertificateManager } = createRequire(createRequire(import.meta.url).resolve('node-opcua-server'))(
  'node-opcua-certificate-manager',
) as {
  OPCUACertificateManager: new (o: object) => Certificates & NonNullable<OPCUAServerOptions['serverCertificateManager']>
}

export interface ServerOptions extends Pick<OPCUAServerOptions, 'userManager'> {
  port?: number
  /** Folder of its certificate and trust list. Another folder means another certificate. */
  keys: string
  /** Accepts trusted clients only, over signed or encrypted channels. */
  secure?: boolean
}
export const createKeyFolder = () => {
  const keys = mkdtempSync(join(tmpdir(), 'opcua-'))
  return { keys, gone: () => rmSync(keys, { recursive: true, force: true }) }
}
const { None, Sign, SignAndEncrypt } = MessageSecurityMode
const { Basic256Sha256, Aes128_Sha256_RsaOaep, Aes256_Sha256_RsaPss } = SecurityPolicy

export async function createOpcuaServer({ port = 0, keys, secure = false, ...more }: ServerOptions) {
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
  const node: SettableNode = space.getOwnNamespace().addVariable({
    organizedBy: space.rootFolder.objects,
    browseName: 'speed',
    nodeId: 's=speed',
    dataType: DataType.Double,
  })
  const setValue = (value: number, at: number, status = StatusCodes.Good) =>
    node.setValueFromSource(new Variant({ dataType: DataType.Double, value }), status, new Date(at))
  return {
    server,
    node,
    shows: setValue,
    certificates,
    start: () => server.start(),
    url: () => server.getEndpointUrl(),
  }
}

/** Listens to the enabled inlet like a server instance. */
export async function startListening(
  plant: TestPlant,
  options: Parameters<typeof openReconnectingConnection>[1] = { checkIntervalMs: 50 },
) {
  const [settings] = await loadEnabledInlets(plant.app)
  const status = new SessionStatus(plant.app.clock)
  const intake = new Intake(plant.app, settings!, (why) => (status.storageError = why))
  const connection = await openReconnectingConnection(
    { app: plant.app, inlet: settings!, slot: 0, status, intake },
    options,
  )
  return {
    status,
    close: async () => {
      await connection.close()
      await intake.close()
    },
  }
}
