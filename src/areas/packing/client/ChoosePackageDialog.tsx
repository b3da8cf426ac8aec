import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import type { rollPackage } from '../contract/package'

/** Asks into which package to pack a roll: an open package of its order, or a new package. */
export function ChoosePackageDialog({
  number,
  openPackages,
  onChoose,
  onClose,
}: {
  /** Number of the roll. */
  number: string
  openPackages: readonly Pick<Row<typeof rollPackage>, 'id' | 'number' | 'rolls'>[]
  /** Called with null for a new package. */
  onChoose: (packageId: string | null) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['packing', 'slitting'])
  return (
    <Dialog open onClose={onClose} title={`${t('pages.packing.packRoll')} · ${number}`}>
      <div className="ui-sheet-form stack gap-3">
        {openPackages.map((row, i) => (
          <Button
            key={row.id}
            block
            {...(i === 0 ? { look: 'primary' as const } : {})}
            onClick={() => onChoose(row.id)}
          >
            {t('pages.packing.intoOpen', {
              number: row.number,
              rolls: t('slitting:pages.divideInteractive.rollsOf', { count: row.rolls }),
            })}
          </Button>
        ))}
        <Button block onClick={() => onChoose(null)}>
          {t('pages.packing.intoNew')}
        </Button>
      </div>
    </Dialog>
  )
}
