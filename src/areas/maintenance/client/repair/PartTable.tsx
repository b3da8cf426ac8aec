import '@/client/fields/fields.css'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useCanCall } from '@/client/session/use-session'
import { Quantity } from '@/client/ui/Quantity'
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import type { UsedPart } from './UsedPartList'

/** Parts and quantities, with the unit if the user may read spare parts. */
export function PartTable({ lines, refs }: { lines: readonly UsedPart[]; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('maintenance')
  const ids = lines.map((line) => line.partId)
  const canRead = useCanCall(sparePart.endpoints.list)
  const stock = useList(sparePart, { id: ids.join(','), size: 100 }, { enabled: canRead && ids.length > 0 })
  const names = useNames('sparePart', ids, refs)
  return (
    <div className="lines-show">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('repair.sub.parts.partId')}</th>
            <th scope="col" className="is-number">
              {t('repair.sub.parts.quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const unit = stock.rows.find((part) => part.id === line.partId)?.unit
            return (
              <tr key={line.partId}>
                <td>{names[line.partId] ?? '…'}</td>
                <td className="is-number">
                  <Quantity value={line.quantity} decimals={3} {...(unit ? { unit } : {})} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
