export type CodeSource = 'camera' | 'photo' | 'manual'

export type ScannerProps = {
  /** Every code read; the scanner stays open for the next one until its owner takes it away. */
  onCode: (text: string, how: CodeSource) => void
  onClose: () => void
  /** What to scan, in place of "hold the code inside the frame". */
  hint?: string
}
