export type CodeSource = 'camera' | 'photo' | 'manual'

/** Why a code was not taken, in words; nothing when it was. */
export type CodeRefusal = string | null | void

export type ScannerProps = {
  /**
   * Every code read; the scanner stays open for the next one until its owner takes it away. What was not taken is said here,
   * and what was typed stays, to be mended.
   */
  onCode: (text: string, how: CodeSource) => CodeRefusal | Promise<CodeRefusal>
  onClose: () => void
  /** What to scan, in place of "hold the code inside the frame". */
  hint?: string
}
