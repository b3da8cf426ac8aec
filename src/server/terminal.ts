import { renderUnicodeCompact } from 'uqr'

/** The last printed tenth (0–10) by label, for output that is not a terminal. */
const printedTenths = new Map<string, number>()

/**
 * Shows progress in a line that is overwritten. If the output is not a terminal, prints a line at the start and after
 * each tenth.
 */
export function showProgress(label: string, doneCount?: number, totalCount?: number): void {
  const percentText = doneCount !== undefined && totalCount ? ` ${Math.round((doneCount / totalCount) * 100)} %` : ''
  if (process.stdout.isTTY) {
    process.stdout.write(`\r\x1b[2K  ${label}${percentText}`)
    return
  }
  const tenth = doneCount !== undefined && totalCount ? Math.floor((doneCount / totalCount) * 10) : -1
  if (printedTenths.get(label) === tenth) return
  printedTenths.set(label, tenth)
  process.stdout.write(`  ${label}${percentText}\n`)
}

/** Prints a line of the log in a terminal, in place of an unfinished line of progress. */
export function printLogLine(line: string): void {
  process.stderr.write(`\r\x1b[2K${line}`)
}

/** Addresses and accounts that are printed once the plant can be used. */
export interface Announcement {
  scheme: 'http' | 'https'
  port: number
  lanAddresses: readonly string[]
  generatedPassword: string | null
  /** `password` is null if the operator chose it: a chosen password must not appear in the terminal's history. */
  accounts: readonly { userName: string; password: string | null; role: string }[]
}
/** Prints the addresses of the plant, for this machine and for phones. */
export function printAnnouncement(announcement: Announcement): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K')
  process.stdout.write(`${buildAnnouncementLines(announcement).join('\n')}\n\n`)
}
/** Builds the lines that are printed once the plant is open. */
export function buildAnnouncementLines({
  scheme,
  port,
  lanAddresses,
  generatedPassword,
  accounts,
}: Announcement): string[] {
  const lines = [
    '',
    `  http${scheme === 'https' ? 's' : ''}://localhost:${port}`,
    ...lanAddresses.map((address) => `  ${scheme}://${address}:${port}`),
  ]
  if (lanAddresses[0]) lines.push('', renderUnicodeCompact(`${scheme}://${lanAddresses[0]}:${port}`, { border: 2 }))
  if (lanAddresses[0] && scheme === 'http') lines.push('  Camera and offline use on a phone need --https.')
  if (generatedPassword)
    lines.push('', `  admin  ${generatedPassword}   (must be changed at the first sign-in; shown only once)`)
  if (accounts.length)
    lines.push(
      '',
      ...accounts.map((a) => `  ${a.userName.padEnd(16)} ${(a.password ?? '(as given)').padEnd(12)} ${a.role}`),
    )
  return lines
}
