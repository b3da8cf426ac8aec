import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { CheckboxList } from '@/client/ui/CheckboxList'
import { SkeletonList } from '@/client/ui/Skeleton'
import { readLobbySetting, setLobbySetting } from '../../contract/lobby-endpoints'
import { screenScenes } from '../../rules/large-screen'

/** Form for the duration of scenes and notices, the selected scenes and the theme. */
export function ScreenSettingsPanel({ canManage }: { canManage: boolean }) {
  const { t } = useTranslation(['boards', 'client'])
  const settingsQuery = useEndpoint(readLobbySetting, {}, { resources: ['lobbySetting', 'lobbyNotice'] })
  return (
    <QueryBoundary query={settingsQuery} skeleton={<SkeletonList />}>
      {({ dataSeconds, noticeSeconds, scenes, theme, setAt }) => (
        <fieldset className="board-settings" disabled={!canManage}>
          <InlineCommandForm
            key={setAt ?? ''}
            command={setLobbySetting}
            row={null}
            label={t('pages.board.save')}
            fieldNames={['dataSeconds', 'noticeSeconds', 'scenes', 'theme']}
            startValues={{ dataSeconds, noticeSeconds, scenes, theme }}
            requiredNames={['scenes']}
            inputs={{
              scenes: ({ value, onChange, ...input }) => (
                <CheckboxList
                  {...input}
                  options={screenScenes.map((key) => ({ key, label: t(`inputOptions.scene.${key}`) }))}
                  values={value?.map(({ scene }) => scene) ?? []}
                  onChange={(chosenScenes) => onChange(chosenScenes.map((scene) => ({ scene })))}
                />
              ),
            }}
            check={() => (canManage ? null : t('client:shell.errorPage.403'))}
          />
        </fieldset>
      )}
    </QueryBoundary>
  )
}
