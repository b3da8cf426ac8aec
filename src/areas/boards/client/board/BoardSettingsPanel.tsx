import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useAllowedOptions } from '@/client/session/use-session'
import { CheckboxList } from '@/client/ui/CheckboxList'
import { SkeletonList } from '@/client/ui/Skeleton'
import { boardSetting, readBoardSetting, setBoardSetting } from '../../contract/board-setting'

/** Form for the items that boards show, and for the number of past days whose values may be edited. */
export function BoardSettingsPanel({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['boards', 'plant'])
  const settingQuery = useEndpoint(readBoardSetting, {})
  const availableItems = useAllowedOptions()(boardSetting.fields.items.of.item)
  return (
    <QueryBoundary query={settingQuery} skeleton={<SkeletonList />}>
      {({ items, editDays }) => (
        <InlineCommandForm
          command={setBoardSetting}
          row={null}
          label={t('pages.board.save')}
          startValues={{ items, editDays }}
          requiredNames={['items']}
          inputs={{
            items: ({ value, onChange, ...input }) => (
              <CheckboxList
                {...input}
                options={availableItems.map((key) => ({ key, label: t(`plant:figures.${key}.name`) }))}
                values={value?.map(({ item }) => item) ?? []}
                onChange={(chosenItems) => onChange(chosenItems.map((item) => ({ item })))}
              />
            ),
          }}
          changedResources={['lineBoard', 'teamBoard']}
          onSaved={onDone}
        />
      )}
    </QueryBoundary>
  )
}
