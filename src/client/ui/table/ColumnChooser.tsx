import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button'
import { ColumnsIcon } from '../icons'
import { Dialog } from '../Dialog'
import type { Column } from './columns'
import type { ColumnChoice } from './use-column-choice'

/** Button above a table that opens the column selection. The first column cannot be hidden. */
export function ColumnChooser<Row>({ columns, choice }: { columns: readonly Column<Row>[]; choice: ColumnChoice }) {
  const { t } = useTranslation('client')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        look="quiet"
        className="ui-table-choose"
        icon={<ColumnsIcon size={20} />}
        aria-label={t('ui.table.columns')}
        title={t('ui.table.columns')}
        onClick={() => setIsOpen(true)}
      />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={t('ui.table.columns')}>
        <ul className="ui-choices">
          {columns.map((column, index) => (
            <li key={column.id}>
              <label>
                <input
                  type="checkbox"
                  checked={choice.visibility[column.id] ?? true}
                  disabled={index === 0}
                  onChange={(event) => choice.setVisible(column.id, event.target.checked)}
                />
                {column.header}
              </label>
            </li>
          ))}
        </ul>
        <div className="ui-actions">
          <Button onClick={choice.reset}>{t('ui.table.reset')}</Button>
          <Button look="primary" onClick={() => setIsOpen(false)}>
            {t('ui.done')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
