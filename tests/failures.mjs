import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Maximum number of lines per error in the summary. */
const MAX_LINES = 20
const summarize = (text) =>
  stripVTControlCharacters(String(text))
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at .*(node_modules|new Promise)/.test(line))
    .slice(0, MAX_LINES)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')

/**
 * Reads the failed tests from the JSON report of Vitest or Playwright. Returns one paragraph per test: its name and the
 * first lines of its error. Returns an empty array if the report is missing or names no failed test, e.g. after a crash.
 */
export function readFailures(file) {
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults ? readVitestFailures(report) : readPlaywrightFailures(report)
}
function readVitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${name}\n${summarize(message)}`] // the file did not load
    return failed.map(
      (assertion) => `${name}: ${assertion.fullName}\n${summarize(assertion.failureMessages.join('\n'))}`,
    )
  })
}
function readPlaywrightFailures({ suites = [], errors = [] }) {
  const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)]
  const failed = suites.flatMap(listSpecs).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => {
        const { error, duration } = test.results.find((result) => result.error) ?? {}
        return `[${test.projectName}] ${spec.file}:${spec.line} ${spec.title} (${duration ?? 0} ms)\n${summarize(error?.message ?? test.status)}\n${summarize(error?.snippet ?? '')}`
      }),
  )
  return [...failed, ...errors.map((error) => summarize(error.message))]
}
