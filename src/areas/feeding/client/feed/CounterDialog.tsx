import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type UnsentCommand } from '@/client/api/phone'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { counterFeed, correctionPresets, getPresetOfCause } from '../../contract/feed'
import { calculateCounterKg, isEmptying, type CounterCause } from '../../rules/feed'
import type { LocalFeedRow } from './check-feed-locally'

interface CounterDialogProps {
  feedRow: Pick<LocalFeedRow, 'id' | 'hopperId'>
  remainingKg: number
  materialName: string
  /** Unsent command to correct. */
  unsent?: UnsentCommand
  onClose: () => void
}
/**
 * 冲销: dialog that reverses a feed, completely or by a smaller mass, with a reason. It can also record that the hopper
 * was emptied, and how much of the feed went back to the store. The feed itself stays unchanged.
 */
export function CounterDialog({ feedRow, remainingKg, materialName, unsent, onClose }: CounterDialogProps) {
  const { t } = useTranslation('feeding')
  const [cause, setCause] = useState((unsent?.body['cause'] as CounterCause | undefined) ?? 'correction')
  const isHopperEmptied = isEmptying(cause)
  // Without a weight, the server takes the content of an emptied hopper from its lot allocation. No other counter-feeds are
  // passed, because `remainingKg` does not include what they took back.
  const isValidKg = (kg: number | null) =>
    (isHopperEmptied && kg === null) || calculateCounterKg(remainingKg, [], kg, cause) !== null
  const presetOfCause = getPresetOfCause(cause)
  return (
    <CommandDialog
      command={counterFeed}
      row={null}
      objectName={materialName}
      values={{ id: feedRow.id }}
      fieldNames={feedRow.hopperId ? ['cause', 'kg', 'reason'] : ['kg', 'reason']}
      requiredNames={isHopperEmptied ? [] : ['kg']}
      fieldLabels={{
        kg: t(isHopperEmptied ? 'pages.rawMaterial.backToStoreKg' : 'pages.rawMaterial.takeBackKg', {
          left: remainingKg,
        }),
      }}
      presets={presetOfCause ? [presetOfCause] : correctionPresets}
      startValues={{ cause, kg: isHopperEmptied ? null : remainingKg }}
      fillIn={async ({ cause: nextCause }, { kg = null, reason = '' }) => {
        if (!nextCause) return null
        setCause(nextCause)
        const defaultKg = isEmptying(nextCause) ? null : remainingKg
        return {
          kg: isEmptying(nextCause) === isHopperEmptied ? kg : defaultKg,
          // A reason that equals the preset of the cause was not entered by a person.
          reason: reason && reason !== presetOfCause ? reason : getPresetOfCause(nextCause),
        }
      }}
      // The empty message disables the button; the preview shows the reason.
      check={({ kg = null }) => (isValidKg(kg) ? null : '')}
      preview={({ kg = null }) => (
        <output className={isValidKg(kg) ? 'quiet' : 'form-wrong'}>
          {isValidKg(kg)
            ? t(isHopperEmptied ? 'pages.rawMaterial.hopperEnds' : 'pages.rawMaterial.staysAsIs')
            : t('refusals.counter.tooMuch', { left: remainingKg, wanted: kg ?? '–' })}
        </output>
      )}
      {...(unsent ? { unsent } : {})}
      onClose={onClose}
    />
  )
}
