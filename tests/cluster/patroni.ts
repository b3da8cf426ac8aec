/** Two PostgreSQL servers with synchronous replication under Patroni, each on its own isolated host, and etcd. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createIsolatedNetwork, type IsolatedHost, type IsolatedNetwork } from './isolated-host'
import { assertInstalled, MissingComponent } from './plant-cluster'

/** Time until a failed primary loses its lock, s; the shortest that Patroni accepts. */
const LOCK_SECONDS = 20
const SYNCHRONIZED_TIMEOUT_MS = 180_000
/**
 * Patroni 3.0.2 does not notice if an old primary is a checkpoint ahead of the new one. After this time the standby is copied
 * again, as an administrator would do.
 */
const REINITIALIZE_AFTER_MS = 60_000
/** Patroni may drop the request while it does something else. */
const REINITIALIZE_AGAIN_MS = 30_000
const ACCOUNT = 'postgres'
const NAMES = ['db1', 'db2']

export interface PatroniNode {
  readonly name: string
  /** Kills PostgreSQL and Patroni at once. */
  kill(): Promise<void>
  /** Removes the data folder while PostgreSQL runs. */
  removeDisk(): void
  cutNetwork(): void
  /** Restores the network and starts Patroni if it does not run. */
  recover(): void
}
export interface PatroniCluster {
  /** Address with both servers. */
  readonly url: string
  /** Waits until one server is the primary and the other one its synchronous standby. @returns the primary */
  waitUntilSynchronized(): Promise<PatroniNode>
  /** Finds the server that takes writes; null while none does. */
  findPrimary(): Promise<PatroniNode | null>
  /** Returns the output of etcd and Patroni. */
  readLog(): string
  stop(): Promise<void>
}
interface Member {
  name: string
  role: string
  state: string
}

/** @throws MissingComponent */
export async function startPatroni(): Promise<PatroniCluster> {
  assertInstalled('etcd', 'etcd-server')
  assertInstalled('patroni')
  const versions = spawnSync('ls', ['/usr/lib/postgresql'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const version = versions.sort().at(-1)
  if (!version) throw new MissingComponent('postgres is not installed (package "postgresql")')
  const network = createIsolatedNetwork(NAMES.length)
  const folder = mkdtempSync(join(tmpdir(), 'patroni-'))
  chmodSync(folder, 0o755)
  const output: string[] = []
  const etcd = startEtcd(folder, network.address, (text) => output.push(`etcd: ${text}`))
  const nodes = network.hosts.map((host, n) =>
    createNode(NAMES[n]!, host, { folder, network, binFolder: `/usr/lib/postgresql/${version}/bin`, output }),
  )
  const stop = async (): Promise<void> => {
    etcd.kill('SIGKILL')
    await network.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const waitUntilSynchronized = async (): Promise<PatroniNode> => {
    const deadline = Date.now() + SYNCHRONIZED_TIMEOUT_MS
    let reinitializeAt = Date.now() + REINITIALIZE_AFTER_MS
    while (Date.now() < deadline) {
      const members = await loadMembers(network.hosts)
      const primary = members.find(({ role, state }) => role === 'leader' && state === 'running')
      if (primary && members.some(({ role, state }) => role === 'sync_standby' && state !== 'stopped'))
        return nodes.find(({ name }) => name === primary.name)!
      if (primary && Date.now() > reinitializeAt) {
        reinitializeAt = Date.now() + REINITIALIZE_AGAIN_MS
        const answer = await reinitialize(network.hosts[1 - NAMES.indexOf(primary.name)]!)
        process.stdout.write(`the standby of ${primary.name} does not follow and is copied again: ${answer}\n`)
      }
      await pause(250)
    }
    throw new Error(`the standby did not follow: ${output.slice(-40).join('')}`)
  }
  const findPrimary = async (): Promise<PatroniNode | null> => {
    const answers = await Promise.all(network.hosts.map(({ address }) => askPatroni(address, 'primary')))
    return nodes[answers.findIndex((answer) => answer?.ok)] ?? null
  }
  const hostList = network.hosts.map(({ address }) => address).join(',')
  const cluster = {
    url: `postgres://${ACCOUNT}@${hostList}/postgres`,
    waitUntilSynchronized,
    findPrimary,
    readLog: () => output.join(''),
    stop,
  }
  try {
    for (const node of nodes) node.recover()
    await waitUntilSynchronized()
    return cluster
  } catch (error) {
    await stop()
    throw error
  }
}

function startEtcd(folder: string, address: string, onOutput: (text: string) => void) {
  const [clientUrl, peerUrl] = [`http://${address}:2379`, `http://${address}:2380`]
  const options = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const etcd = spawn('etcd', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  etcd.stderr.setEncoding('utf8').on('data', onOutput)
  process.once('exit', () => etcd.kill('SIGKILL'))
  return etcd
}

interface NodeOptions {
  folder: string
  network: IsolatedNetwork
  binFolder: string
  output: string[]
}
function createNode(
  name: string,
  host: IsolatedHost,
  { folder, network, binFolder, output }: NodeOptions,
): PatroniNode {
  const nodeFolder = join(folder, name)
  const dataFolder = join(nodeFolder, 'data')
  const configFile = join(nodeFolder, 'patroni.yml')
  mkdirSync(nodeFolder)
  // JSON is YAML as well.
  writeFileSync(
    configFile,
    JSON.stringify(buildConfig(name, host.address, { nodeFolder, dataFolder, network, binFolder })),
  )
  spawnSync('chown', ['-R', `${ACCOUNT}:${ACCOUNT}`, nodeFolder])
  let isRunning = false
  return {
    name,
    kill: () => host.killProcesses(),
    removeDisk: () => {
      // The folder itself is a mount point of a real disk and stays.
      for (const entry of readdirSync(dataFolder)) rmSync(join(dataFolder, entry), { recursive: true, force: true })
    },
    cutNetwork: () => host.cutNetwork(),
    recover: () => {
      host.restoreNetwork()
      if (isRunning) return
      isRunning = true
      host
        .run(ACCOUNT, ['patroni', configFile], (text) => output.push(`${name}: ${text}`))
        .once('exit', () => {
          isRunning = false
        })
    },
  }
}

function buildConfig(
  name: string,
  address: string,
  options: { nodeFolder: string; dataFolder: string; network: IsolatedNetwork; binFolder: string },
): object {
  const { nodeFolder, dataFolder, network, binFolder } = options
  return {
    scope: 'plant',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: [`${network.address}:2379`] },
    bootstrap: {
      dcs: {
        ttl: LOCK_SECONDS,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, hot_standby_feedback: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: dataFolder,
      bin_dir: binFolder,
      pgpass: join(nodeFolder, 'pgpass'),
      authentication: { superuser: { username: ACCOUNT }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: nodeFolder },
      pg_hba: [
        'local all all trust',
        `host all all ${network.range} trust`,
        `host replication replicator ${network.range} trust`,
      ],
      basebackup: { checkpoint: 'fast' },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}

const askPatroni = (address: string, path: string): Promise<Response | null> =>
  fetch(`http://${address}:8008/${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
/** Lets the host copy the primary again. @returns Patroni's answer */
const reinitialize = ({ address }: IsolatedHost): Promise<string> =>
  fetch(`http://${address}:8008/reinitialize`, { method: 'POST', body: '{"force":true}' }).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    (error: Error) => error.message,
  )
/** Asks Patroni on any host for the members; empty if none answers. */
async function loadMembers(hosts: readonly IsolatedHost[]): Promise<Member[]> {
  for (const { address } of hosts) {
    const answer = await askPatroni(address, 'cluster')
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}
