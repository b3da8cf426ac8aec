import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Lines of an error that are worth a place in a summary. */
const LINES = 20
const head = (text) =>
  stripVTControlCharacters(String(text))
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at .*(node_modules|new Promise)/.test(line))
    .slice(0, LINES)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')

/**
 * What failed, from the JSON report of Vitest or of Playwright: a paragraph a test, its name and the first lines of its
 * error. Empty when the report is missing or names no failed test (a crash outside of one).
 */
export function failuresIn(file) {
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults ? ofVitest(report) : ofPlaywright(report)
}
function ofVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${name}\n${head(message)}`] // it did not even load
    return failed.map((one) => `${name}: ${one.fullName}\n${head(one.failureMessages.join('\n'))}`)
  })
}
function ofPlaywright({ suites = [], errors = [] }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const failed = suites.flatMap(specs).flatMap((spec) =>
    spec.tests
      .filter((one) => one.status === 'unexpected' || one.status === 'flaky')
      .map((one) => {
        const { error, duration } = one.results.find((result) => result.error) ?? {}
        return `[${one.projectName}] ${spec.file}:${spec.line} ${spec.title} (${duration ?? 0} ms)\n${head(error?.message ?? one.status)}\n${head(error?.snippet ?? '')}`
      }),
  )
  return [...failed, ...errors.map((error) => head(error.message))]
}
