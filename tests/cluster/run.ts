/**
 * `npm run test:cluster`: trials with real components. A component that is missing is reported loudly and counts as a failure.
 *   npm run test:cluster -- --seconds 300     how long each trial with a killed instance lasts (60)
 *   npm run test:cluster -- --failures 10     how often the primary fails (3)
 *   npm run test:cluster -- --only primary    trials with this word in their name
 */
import { parseArgs } from 'node:util'
import { runKilledInstanceTrial } from './killed-instance'
import { runLaggingStandbyTrial } from './lagging-standby'
import { runLostPrimaryTrial } from './lost-primary'
import { MissingComponent } from './plant-cluster'

/** The proxy's certificate is made for the trial. */
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
process.removeAllListeners('warning')

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    failures: { type: 'string', default: '3' },
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
