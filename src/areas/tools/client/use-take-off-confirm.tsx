import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { ConfirmDialog, useConfirm } from '@/client/ui/ConfirmDialog'
import type { Row } from '@/contract/resource'
import { tool } from '../contract/tool'
import { calculateLifePercent, findToolAtPlace, toLifeLevel, type ToolPlace } from '../rules/tool'

type Tool = Row<typeof tool>

/**
 * Returns a function that finds the mounted tool of a kind at a place. That tool comes off when another tool is mounted
 * there.
 * @param excludedId tool that is being mounted; after an unsent mounting, this phone lists it as mounted at the place
 */
export function useMountedToolLookup(kind: Tool['kind'], excludedId?: string): (place: ToolPlace) => Tool | undefined {
  const { rows } = useList(tool, { kind, state: 'mounted', size: 500 })
  return (place) =>
    findToolAtPlace(
      rows.filter(({ id }) => id !== excludedId),
      place,
    )
}

/**
 * Asks before a tool whose life is used up is mounted again; resolves to true at once for other tools. Render `dialog`
 * next to the form.
 */
export function useWornConfirm(): [ask: (toolToMount: Tool) => Promise<boolean>, dialog: ReactNode] {
  const { t } = useTranslation('tools')
  const [ask, dialog] = useConfirm()
  const askIfWorn = async (toolToMount: Tool) => {
    const percent = calculateLifePercent(toolToMount)
    if (toLifeLevel(percent) !== 'over') return true
    return ask({
      objectName: toolToMount.code,
      question: t('pages.tools.wornMount', { percent }),
      confirmLabel: t('actions.tool_mount'),
    })
  }
  return [askIfWorn, dialog]
}

/** Asks for confirmation before a tool comes off because another takes its place. Render `dialog` next to the form. */
export function useTakeOffConfirm(): {
  ask: (occupant: Tool | undefined) => Promise<boolean>
  dialog: ReactNode
} {
  const { t } = useTranslation('tools')
  const [question, setQuestion] = useState<{ occupant: Tool; answer: (yes: boolean) => void } | null>(null)
  const closeWithAnswer = (yes: boolean) => {
    setQuestion(null)
    question?.answer(yes)
  }
  return {
    ask: (occupant) =>
      occupant ? new Promise((resolve) => setQuestion({ occupant, answer: resolve })) : Promise.resolve(true),
    dialog: question && (
      <ConfirmDialog
        open
        isDangerous={false}
        objectName={question.occupant.code}
        question={t('pages.tools.comesOff', { code: question.occupant.code, place: question.occupant.place ?? '' })}
        confirmLabel={t('actions.tool_mount')}
        onConfirm={() => closeWithAnswer(true)}
        onCancel={() => closeWithAnswer(false)}
      />
    ),
  }
}
