/**
 * Several hosts on one machine: network namespaces on a bridge, so that each can be cut off. Needs root.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { assertInstalled, MissingComponent } from './plant-cluster'

function runIp(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
  return stdout
}

export interface IsolatedHost {
  readonly address: string
  /** Starts a program on the host with the rights of an account. */
  run(account: string, command: readonly string[], output: (text: string) => void): ChildProcess
  /** Kills every process of the host at once. */
  killProcesses(): Promise<void>
  cutNetwork(): void
  restoreNetwork(): void
}
export interface IsolatedNetwork {
  /** Address of this machine in the network. */
  readonly address: string
  /** Network and prefix length. */
  readonly range: string
  readonly hosts: readonly IsolatedHost[]
  stop(): Promise<void>
}

/**
 * Creates a network with several hosts.
 * @throws MissingComponent without the program or the rights for it
 */
export function createIsolatedNetwork(hostCount: number): IsolatedNetwork {
  assertInstalled('ip', 'iproute2')
  assertInstalled('setpriv', 'util-linux')
  if (process.getuid?.() !== 0) throw new MissingComponent('network namespaces need root')
  // Trials that run at the same time must not share names or addresses.
  const suffix = process.pid % 250
  const bridge = `bridge${suffix}`
  const prefix = `10.231.${suffix}`
  runIp('link', 'add', bridge, 'type', 'bridge')
  runIp('addr', 'add', `${prefix}.1/24`, 'dev', bridge)
  runIp('link', 'set', bridge, 'up')
  const hosts = Array.from({ length: hostCount }, (_, n) =>
    createHost(`host${n + 1}-${suffix}`, `${prefix}.${n + 11}`, bridge),
  )
  const stop = async (): Promise<void> => {
    process.removeListener('exit', removeAll)
    await Promise.all(hosts.map((host) => host.killProcesses()))
    removeAll()
  }
  const removeAll = (): void => {
    for (const host of hosts) host.remove()
    spawnSync('ip', ['link', 'del', bridge])
  }
  process.once('exit', removeAll)
  return { address: `${prefix}.1`, range: `${prefix}.0/24`, hosts, stop }
}

function createHost(name: string, address: string, bridge: string): IsolatedHost & { remove(): void } {
  const cable = `to-${name}`
  runIp('netns', 'add', name)
  runIp('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  runIp('link', 'set', cable, 'master', bridge, 'up')
  runIp('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) runIp('-n', name, 'link', 'set', device, 'up')
  const killListedProcesses = (): number => {
    const pids = (spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout ?? '')
      .split('\n')
      .filter(Boolean)
    for (const pid of pids)
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // The process has ended.
      }
    return pids.length
  }
  return {
    address,
    run: (account, command, output) => {
      const rights = [`--reuid=${account}`, `--regid=${account}`, '--clear-groups']
      const child = spawn('ip', ['netns', 'exec', name, 'setpriv', ...rights, ...command], {
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: '/',
      })
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', output)
      return child
    },
    killProcesses: async () => {
      while (killListedProcesses() > 0) await pause(20)
    },
    cutNetwork: () => runIp('link', 'set', cable, 'down'),
    restoreNetwork: () => runIp('link', 'set', cable, 'up'),
    remove: () => {
      killListedProcesses()
      spawnSync('ip', ['netns', 'del', name])
      spawnSync('ip', ['link', 'del', cable])
    },
  }
}
