import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CloseIcon, PrintIcon } from '@/client/ui/icons'
import { Notice } from '@/client/ui/Notice'
import { isCountedInSums } from '@/offline/overlay'
import { endLabelWait, useLabelWaits } from './label-waits'
import type { Change, Roll } from './winder-state'

/**
 * Labels that could not be printed after weighing: announced while the number is pending, offered once it is assigned.
 */
export function LabelWaits({ rolls, change }: { rolls: readonly Roll[]; change: Change }) {
  const { t } = useTranslation(['rolls', 'client'])
  const waits = useLabelWaits()
  const waiting = rolls.filter((roll) => waits.includes(roll.id) && !roll.labels && isCountedInSums(roll))
  const numbered = waiting.filter(({ number }) => number !== null)
  const pending = waiting.length - numbered.length
  if (waiting.length === 0) return null
  const open = () => {
    for (const { id } of numbered) endLabelWait(id)
    change({ labels: numbered.map(({ id }) => id).join(',') })
  }
  return (
    <Notice
      icon={PrintIcon}
      title={
        numbered.length > 0
          ? t('pages.winder.labelReady', { numbers: numbered.map(({ number }) => number).join(' · ') })
          : t('pages.winder.labelLater', { count: pending })
      }
      lines={[numbered.length > 0 && pending > 0 ? t('pages.winder.labelLater', { count: pending }) : undefined]}
    >
      {numbered.length > 0 && (
        <>
          <Button icon={<PrintIcon size={20} />} onClick={open}>
            {t('pages.winder.labelsOf', { count: numbered.length })}
          </Button>
          <Button
            look="quiet"
            icon={<CloseIcon size={20} />}
            onClick={() => numbered.forEach(({ id }) => endLabelWait(id))}
          >
            {t('pages.winder.labelNot')}
          </Button>
        </>
      )}
    </Notice>
  )
}
