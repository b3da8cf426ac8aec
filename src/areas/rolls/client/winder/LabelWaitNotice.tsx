import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CloseIcon, PrintIcon } from '@/client/ui/icons'
import { Notice } from '@/client/ui/Notice'
import { isCountedInSums } from '@/offline/overlay'
import { endLabelWait, useLabelWaits } from './label-waits'
import type { ChangeParams, WinderRoll } from '../shared/winder-state'

/**
 * Notice of labels that could not be printed after weighing, because the roll had no number. Offers to print a label
 * once the number is assigned.
 */
export function LabelWaitNotice({ rolls, changeParams }: { rolls: readonly WinderRoll[]; changeParams: ChangeParams }) {
  const { t } = useTranslation(['rolls', 'client'])
  const waitingIds = useLabelWaits()
  const waitingRolls = rolls.filter((roll) => waitingIds.includes(roll.id) && !roll.labels && isCountedInSums(roll))
  const numberedRolls = waitingRolls.filter(({ number }) => number !== null)
  const pendingCount = waitingRolls.length - numberedRolls.length
  if (waitingRolls.length === 0) return null
  const openLabels = () => {
    for (const { id } of numberedRolls) endLabelWait(id)
    changeParams({ labels: numberedRolls.map(({ id }) => id).join(',') })
  }
  return (
    <Notice
      icon={PrintIcon}
      title={
        numberedRolls.length > 0
          ? t('pages.winder.labelReady', { numbers: numberedRolls.map(({ number }) => number).join(' · ') })
          : t('pages.winder.labelLater', { count: pendingCount })
      }
      lines={[
        numberedRolls.length > 0 && pendingCount > 0
          ? t('pages.winder.labelLater', { count: pendingCount })
          : undefined,
      ]}
    >
      {numberedRolls.length > 0 && (
        <>
          <Button icon={<PrintIcon size={20} />} onClick={openLabels}>
            {t('pages.winder.labelsOf', { count: numberedRolls.length })}
          </Button>
          <Button
            look="quiet"
            icon={<CloseIcon size={20} />}
            onClick={() => numberedRolls.forEach(({ id }) => endLabelWait(id))}
          >
            {t('pages.winder.labelNot')}
          </Button>
        </>
      )}
    </Notice>
  )
}
