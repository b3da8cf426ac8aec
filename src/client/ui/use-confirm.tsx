import { useCallback, useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog'

export type ConfirmQuestion = Omit<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'>

/**
 * Asks for confirmation in one line: `const [ask, dialog] = useConfirm(); … if (await ask({ thing })) remove();` Render
 * `dialog` once. A second question answers the first with no.
 */
export function useConfirm(): [ask: (question: ConfirmQuestion) => Promise<boolean>, dialog: ReactNode] {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null)
  const pendingAnswer = useRef<((yes: boolean) => void) | null>(null)
  const answerQuestion = useCallback((yes: boolean) => {
    pendingAnswer.current?.(yes)
    pendingAnswer.current = null
    setQuestion(null)
  }, [])
  const ask = useCallback((next: ConfirmQuestion) => {
    pendingAnswer.current?.(false)
    setQuestion(next)
    return new Promise<boolean>((resolve) => {
      pendingAnswer.current = resolve
    })
  }, [])
  const dialog = question && (
    <ConfirmDialog {...question} open onConfirm={() => answerQuestion(true)} onCancel={() => answerQuestion(false)} />
  )
  return [ask, dialog]
}
