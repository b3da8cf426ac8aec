import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useAllowedOptions } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { EndpointOutput } from '@/contract/endpoint'
import { boardSetting, readBoardSetting, setBoardSetting } from '../../contract/board-setting'
import type { BoardItem } from '../../rules/board-items'

/** Form for the items that boards show, and for how many days back values may be edited. */
export function BoardSettingsPanel({ onDone }: { onDone: () => void }) {
  const settingQuery = useEndpoint(readBoardSetting, {})
  return (
    <QueryBoundary query={settingQuery} skeleton={<SkeletonList />}>
      {(setting) => <BoardSettingsForm setting={setting} onDone={onDone} />}
    </QueryBoundary>
  )
}
function BoardSettingsForm({
  setting,
  onDone,
}: {
  setting: EndpointOutput<typeof readBoardSetting>
  onDone: () => void
}) {
  const { t } = useTranslation(['boards', 'plant'])
  const [items, setItems] = useState<readonly BoardItem[]>(setting.items.map(({ item }) => item))
  const [editDays, setEditDays] = useState(String(setting.editDays))
  const availableItems = useAllowedOptions()(boardSetting.fields.items.of.item)
  const saveCommand = useCommand(setBoardSetting)
  const save = async (): Promise<void> => {
    const result = await saveCommand.run(
      { items: items.map((item) => ({ item })), editDays: Math.round(Number(editDays)) },
      { changedResources: ['lineBoard', 'teamBoard'] },
    )
    if (result) onDone()
  }
  return (
    <form
      className="board-settings"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset>
        <legend>{t('boardSetting.fields.items')}</legend>
        {availableItems.map((item) => (
          <label key={item}>
            <input
              type="checkbox"
              checked={items.includes(item)}
              onChange={() =>
                setItems(
                  items.includes(item) ? items.filter((selectedItem) => selectedItem !== item) : [...items, item],
                )
              }
            />
            {t(`plant:figures.${item}.name`)}
          </label>
        ))}
      </fieldset>
      <label>
        {t('boardSetting.fields.editDays')}
        <input
          className="ui-input"
          type="number"
          min={0}
          max={366}
          required
          value={editDays}
          onChange={(event) => setEditDays(event.target.value)}
        />
      </label>
      <Button look="primary" type="submit" disabled={saveCommand.busy || items.length === 0}>
        {t('pages.board.save')}
      </Button>
    </form>
  )
}
