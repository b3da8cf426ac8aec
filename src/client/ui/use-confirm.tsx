import { useCallback, useRef, useState, type ReactNode } from 'react'
import { Confirm, type ConfirmProps } from './Confirm'

export type Question = Omit<ConfirmProps, 'open' | 'onConfirm' | 'onCancel'>

/**
 * Asks for confirmation in one line: `const [ask, dialog] = useConfirm(); … if (await ask({ thing })) remove();` Render
 * `dialog` once. A second question answers the first with no.
 */
export function useConfirm(): [ask: (question: Question) => Promise<boolean>, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question | null>(null)
  const answer = useRef<((yes: boolean) => void) | null>(null)
  const settle = useCallback((yes: boolean) => {
    answer.current?.(yes)
    answer.current = null
    setQuestion(null)
  }, [])
  const ask = useCallback((next: Question) => {
    answer.current?.(false)
    setQuestion(next)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const dialog = question && (
    <Confirm {...question} open onConfirm={() => settle(true)} onCancel={() => settle(false)} />
  )
  return [ask, dialog]
}
