/** A working shift: many people of several roles on a demonstration plant, each with a pause for thought between two calls. */
import { setTimeout as pause } from 'node:timers/promises'
import { demoPassword } from '../../src/demo/accounts'
import { withBareServer } from './programs'
import { FOLLOWERS, startServer, waitForJobs, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'
import { getPercentile } from './timing'

const PEOPLE = 200
const SECONDS = 30
const THINKING_MS = { min: 500, max: 2500 }
/** Permission refusals are valid answers; these codes mean that the server failed, was too busy or timed out. */
const FAILURES = ['4500', '4502', '4201']
const ROLES = ['admin', 'manager', 'prod-lead', 'maint', 'maint-lead', 'operator-line', 'viewer']
const KEYWORDS = ['SB', 'MB', '泵']

interface Answer {
  errno: string
  data: { token?: string; list?: { id: string; number: string }[] } | null
}
/** A kind of call with its share of all calls. `userName` names a person with the permission; by default any person calls. */
interface CallKind {
  what: string
  share: number
  userName?: string
  buildRequest: () => Request
  /** The same call for the bare server. */
  buildBareRequest: () => Request
}
interface Request {
  path: string
  body?: object
}

/** @param settings a new plant on either database */
export async function measureCrowd(settings: ServerSettings): Promise<Figure[]> {
  const server = await startServer({ ...settings, demo: true })
  try {
    await waitForJobs(server, FOLLOWERS)
    const call = createCaller(server.url)
    const tokens = new Map<string, string>()
    for (const username of ROLES)
      tokens.set(
        username,
        (await call({ path: '/user/login', body: { username, password: demoPassword } })).data!.token!,
      )
    const kinds = await buildCallKinds((request) => call(request, tokens.get('admin')))
    const runRound = () =>
      runConcurrently(kinds, (kind, person) =>
        call(kind.buildRequest(), tokens.get(kind.userName ?? ROLES[person % ROLES.length]!)),
      )
    await runRound() // warms up, because a plant at work has its data in memory
    const { durationsByKind, failed } = await runRound()
    await server.stop()
    const bare = await withBareServer(settings, async (url) => {
      const bareRound = () =>
        runConcurrently(kinds, async (kind) => (await callBareServer(url, kind.buildBareRequest()), BARE_ANSWER))
      await bareRound()
      return (await bareRound()).durationsByKind
    })
    const calls = [...durationsByKind.values()].flat().length
    return [
      withoutLimit(`${PEOPLE} people at once: worst p99`, getWorstP99(durationsByKind), 'ms'),
      withoutLimit('the bare server under the same calls: worst p99', getWorstP99(bare), 'ms'),
      atMost(
        `${PEOPLE} people at once: worst p99, times that of the bare server`,
        getWorstP99(durationsByKind) / getWorstP99(bare),
        2,
        '',
      ),
      atMost('of their calls failed', failed, 0, ''),
      withoutLimit('their calls', calls / SECONDS, '/s'),
      ...[...durationsByKind].flatMap(([what, times]) => [
        withoutLimit(`${what}: p50`, getPercentile(times, 0.5), 'ms'),
        withoutLimit(`${what}: p99`, getPercentile(times, 0.99), 'ms'),
      ]),
    ]
  } finally {
    await server.stop()
  }
}
const getWorstP99 = (durationsByKind: ReadonlyMap<string, number[]>): number =>
  Math.max(...[...durationsByKind.values()].map((times) => getPercentile(times, 0.99)))

const BARE_ANSWER: Answer = { errno: '200', data: null }
async function callBareServer(url: string, { path, body }: Request): Promise<void> {
  const answer = await fetch(`${url}${path}`, { method: body ? 'POST' : 'GET' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the bare server: ${text.slice(0, 300)}`)
}
const createCaller =
  (url: string) =>
  async ({ path, body }: Request, token?: string): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answer
  }

const pickRandom = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
const pickPage = (maxPage: number) => ({ page: 1 + Math.floor(Math.random() * maxPage), size: 50 })
async function buildCallKinds(asAdmin: (request: Request) => Promise<Answer>): Promise<CallKind[]> {
  const loadList = async (request: Request) => (await asAdmin(request)).data!.list!
  const machines = await loadList({ path: '/book/get_equipments', body: { state: 'inUse', size: 200 } })
  // A roll on the winder has no number yet.
  const jumbos = (await loadList({ path: '/production/jumbo_roll?size=50' })).filter(({ number }) => number)
  return [
    {
      what: 'a page of machines',
      share: 0.35,
      buildRequest: () => ({
        path: '/book/get_equipments',
        body: { ...pickPage(8), ...(Math.random() < 0.3 && { keyword: pickRandom(KEYWORDS) }) },
      }),
      buildBareRequest: () => ({
        path: `/machines?page=${pickPage(8).page}${Math.random() < 0.3 ? `&keyword=${encodeURIComponent(pickRandom(KEYWORDS))}` : ''}`,
      }),
    },
    {
      what: 'a page of repairs',
      share: 0.2,
      buildRequest: () => ({ path: '/book/repairs_list', body: pickPage(20) }),
      buildBareRequest: () => ({ path: `/repairs?page=${pickPage(20).page}` }),
    },
    {
      what: 'counts of repairs',
      share: 0.15,
      buildRequest: () => ({ path: '/repair/count' }),
      buildBareRequest: () => ({ path: '/repair_counts' }),
    },
    {
      what: 'the trace of a jumbo',
      share: 0.1,
      userName: 'admin',
      buildRequest: () => ({ path: `/quality/trace?number=${encodeURIComponent(pickRandom(jumbos).number)}` }),
      buildBareRequest: () => ({ path: `/trace?number=${encodeURIComponent(pickRandom(jumbos).number)}` }),
    },
    {
      what: 'what is winding',
      share: 0.1,
      userName: 'admin',
      buildRequest: () => ({ path: '/jumbo_second/now_roll' }),
      buildBareRequest: () => ({ path: '/winding' }),
    },
    {
      what: 'a fault reported',
      share: 0.1,
      userName: 'maint',
      buildRequest: () => ({
        path: '/book/add_repair',
        body: { equipmentId: pickRandom(machines).id, faultKind: 'mechanical', severity: 'low', description: 'Bench' },
      }),
      buildBareRequest: () => ({ path: '/repair', body: {} }),
    },
  ]
}

/** Lets all people call in parallel. @returns durations by kind of call, ms, and the number of failures */
async function runConcurrently(
  kinds: readonly CallKind[],
  call: (kind: CallKind, person: number) => Promise<Answer>,
): Promise<{ durationsByKind: Map<string, number[]>; failed: number }> {
  const durationsByKind = new Map(kinds.map(({ what }): [string, number[]] => [what, []]))
  const end = performance.now() + SECONDS * 1000
  let failed = 0
  const think = () => pause(THINKING_MS.min + Math.random() * (THINKING_MS.max - THINKING_MS.min))
  const actAsPerson = async (number: number) => {
    for (await think(); performance.now() < end; await think()) {
      const kind = pickKind(kinds)
      const startTime = performance.now()
      if (FAILURES.includes((await call(kind, number)).errno)) failed += 1
      durationsByKind.get(kind.what)!.push(performance.now() - startTime)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, number) => actAsPerson(number)))
  return { durationsByKind, failed }
}
function pickKind(kinds: readonly CallKind[]): CallKind {
  let remainder = Math.random()
  return kinds.find(({ share }) => (remainder -= share) < 0) ?? kinds[0]!
}
