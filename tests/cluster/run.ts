/**
 * `npm run test:cluster`: trials with real components. A missing component is reported and counts as a failure.
 *   npm run test:cluster -- --seconds 300     how long each trial with a killed instance lasts (60)
 *   npm run test:cluster -- --failures 10     how often the primary fails (3)
 *   npm run test:cluster -- --away 600        how many seconds the S3 server is away (60)
 *   npm run test:cluster -- --minutes 180     how long the soak lasts (20)
 *   npm run test:cluster -- --previous FILE   package of the release to upgrade from; otherwise it is built from the history
 *   npm run test:cluster -- --only primary    trials with this word in their name
 */
import { parseArgs } from 'node:util'
import { runAbsentFileStoreTrial } from './absent-file-store'
import { runKilledInstanceTrial } from './killed-instance'
import { runLaggingStandbyTrial } from './lagging-standby'
import { runLostPrimaryTrial } from './lost-primary'
import { MissingComponent } from './plant-cluster'
import { runRollingUpgradeTrial } from './rolling-upgrade'
import { runSoakTrial } from './soak'

/** The proxy has a self-signed certificate. */
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
process.removeAllListeners('warning')

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    failures: { type: 'string', default: '3' },
    away: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '20' },
    previous: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const failureCount = Number(values.failures)

const TRIALS: Record<string, () => Promise<string[]>> = {
  [`an instance killed every 20 s, ${seconds} s`]: () => runKilledInstanceTrial(seconds),
  [`an instance killed every 20 s, files on an S3 server, ${seconds} s`]: () =>
    runKilledInstanceTrial(seconds, { onS3: true }),
  [`the primary under Patroni fails, ${failureCount} times`]: () => runLostPrimaryTrial(failureCount),
  'a standby 30 s behind answers reports': () => runLaggingStandbyTrial(),
  [`the S3 server is away for ${values.away} s`]: () => runAbsentFileStoreTrial(Number(values.away)),
  'a rolling upgrade from the previous release': () => runRollingUpgradeTrial(values.previous),
  [`a soak of ${values.minutes} min`]: () => runSoakTrial(Number(values.minutes)),
}

for (const [name, runTrial] of Object.entries(TRIALS).filter(([trial]) => trial.includes(values.only))) {
  process.stdout.write(`\n== ${name}\n`)
  try {
    const problems = await runTrial()
    for (const problem of problems) process.stdout.write(`FAILED  ${problem}\n`)
    if (problems.length) process.exitCode = 1
    else process.stdout.write('passed\n')
  } catch (error) {
    if (!(error instanceof MissingComponent)) throw error
    process.stdout.write(`!! NOT RUN: ${error.message}\n`)
    process.exitCode = 1
  }
}
