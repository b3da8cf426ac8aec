/**
 * `npm run test:cluster`: trials with real components. A component that is missing is reported loudly and counts as a failure.
 *   npm run test:cluster -- --seconds 300     how long each trial lasts (60)
 */
import { parseArgs } from 'node:util'
import { runKilledInstanceTrial } from './killed-instance'
import { MissingComponent } from './plant-cluster'

/** The proxy's certificate is made for the trial. */
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
process.removeAllListeners('warning')

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const seconds = Number(values.seconds)

const TRIALS: Record<string, (duration: number) => Promise<string[]>> = {
  'an instance killed every 20 s': (duration) => runKilledInstanceTrial(duration),
  'an instance killed every 20 s, files on an S3 server': (duration) =>
    runKilledInstanceTrial(duration, { onS3: true }),
}

for (const [name, runTrial] of Object.entries(TRIALS)) {
  process.stdout.write(`\n== ${name}, ${seconds} s\n`)
  try {
    const problems = await runTrial(seconds)
    for (const problem of problems) process.stdout.write(`FAILED  ${problem}\n`)
    if (problems.length) process.exitCode = 1
    else process.stdout.write('passed\n')
  } catch (error) {
    if (!(error instanceof MissingComponent)) throw error
    process.stdout.write(`!! NOT RUN: ${error.message}\n`)
    process.exitCode = 1
  }
}
