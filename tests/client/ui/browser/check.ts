/**
 * Checks that need a real browser: cameras, decoders, node counts, keys, contrast.
 * `tsx tests/client/ui/browser/check.ts [name]`; CHROMIUM names the browser. Exits with 1 if a check fails.
 */
import { cameraChecks } from './check-camera'
import { chartChecks, pieceChecks } from './check-pieces'
import { listChecks } from './check-lists'
import { scannerChecks } from './check-scanner'
import { touchChecks } from './check-touch'
import { openStage } from './stage'
import type { Check } from './visit'

const stage = await openStage()
const nameFilter = process.argv[2]
const checks: Check[] = [
  ...pieceChecks,
  ...chartChecks,
  ...listChecks,
  ...touchChecks,
  ...scannerChecks,
  ...cameraChecks,
]
let failedCount = 0
for (const check of checks) {
  if (nameFilter && !check.name.includes(nameFilter)) continue
  try {
    const figures = await check.run(stage)
    process.stdout.write(`ok    ${check.name}${figures ? `: ${figures}` : ''}\n`)
  } catch (error) {
    failedCount += 1
    process.stdout.write(
      `FAIL  ${check.name}\n      ${error instanceof Error ? error.message.replaceAll('\n', '\n      ') : String(error)}\n`,
    )
  }
}
await stage.close()
process.exitCode = failedCount ? 1 : 0
