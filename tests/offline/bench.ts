import { Tab, IDBFactory } from './phone'
import { FaultyNetwork } from './faulty-network'
import { SimulatedServer } from './simulated-server'
import { createUuid7 } from '@/contract/id'

/** Drains 1,000 queued records at 40 ms per answer; prints ms. Run: `npx tsx tests/offline/bench.ts`. */
const server = new SimulatedServer(() => Date.now())
const network = new FaultyNetwork(server, () => 1)
const tab = new Tab(new IDBFactory(), { fetch: network.fetch, locks: null })
const userId = createUuid7()
for (let at = 0; at < 1000; at++) {
  await tab.offline.outbox.save(userId, {
    endpoint: { name: 'note.create', offline: { resource: 'note', idInput: 'id', schemaVersion: 1 } },
    body: { text: `note ${at}` },
  })
}
network.delay = 40
server.tokens.set('token', userId)
const began = performance.now()
await tab.offline.sessionStore.signIn({ userId, name: 'Li', token: 'token', staySignedIn: false })
const report = await tab.offline.triggers.requestDrain('userRequest')
process.stdout.write(
  `${JSON.stringify(report)} ${server.effects.length} applied in ${Math.round(performance.now() - began)} ms\n`,
)
tab.close()
