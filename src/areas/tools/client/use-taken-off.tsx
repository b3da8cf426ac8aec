import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { ConfirmDialog } from '@/client/ui/ConfirmDialog'
import type { Row } from '@/contract/resource'
import { tool } from '../contract/tool'
import { atPlace, type Place } from '../rules/tool'

type Tool = Row<typeof tool>

/**
 * Returns a function that finds the mounted tool of a kind at a place, which comes off when another is mounted there.
 * @param excludedId tool that is being mounted; this phone may already have it at the place
 */
export function useToolAt(kind: Tool['kind'], besides?: string): (place: Place) => Tool | undefined {
  const { rows } = useList(tool, { kind, state: 'mounted', size: 500 })
  return (place) =>
    atPlace(
      rows.filter(({ id }) => id !== besides),
      place,
    )
}

/** Asks for confirmation before a tool comes off because another takes its place. Render `dialog` next to the form. */
export function useAskTakeOff(): {
  ask: (there: Tool | undefined, code: string) => Promise<boolean>
  dialog: ReactNode
} {
  const { t } = useTranslation('tools')
  const [asked, setAsked] = useState<{ there: Tool; code: string; answer: (yes: boolean) => void } | null>(null)
  const answer = (yes: boolean) => {
    setAsked(null)
    asked?.answer(yes)
  }
  return {
    ask: (there, code) =>
      there ? new Promise((resolve) => setAsked({ there, code, answer: resolve })) : Promise.resolve(true),
    dialog: asked && (
      <ConfirmDialog
        open
        danger={false}
        thing={asked.there.code}
        sentence={t('pages.tools.comesOff', { code: asked.there.code, place: asked.there.place ?? '' })}
        confirmLabel={t('actions.tool_mount')}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      />
    ),
  }
}
