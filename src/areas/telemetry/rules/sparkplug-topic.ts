/** Topics of Sparkplug B: `spBv1.0/group/type/node[/device]`. */

export const messageTypes = ['NBIRTH', 'NDEATH', 'DBIRTH', 'DDEATH', 'NDATA', 'DDATA'] as const
export type MessageType = (typeof messageTypes)[number]
/** Parts of a topic `spBv1.0/group/type/node[/device]`. */
export interface SparkplugTopic {
  readonly group: string
  readonly type: MessageType
  readonly node: string
  readonly device: string | null
}
/** Parses a topic; null for topics that are not messages of a node, such as commands and host states. */
export function parseSparkplugTopic(topic: string): SparkplugTopic | null {
  const [namespace, group, type, node, device, ...extraLevels] = topic.split('/')
  const messageType = messageTypes.find((t) => t === type)
  if (namespace !== 'spBv1.0' || !group || !messageType || !node || extraLevels.length) return null
  return messageType.startsWith('D') === Boolean(device)
    ? { group, type: messageType, node, device: device ?? null }
    : null
}
/** Builds the topic for commands to a node. */
export const buildCommandTopic = (nodePath: NodePath): string => `spBv1.0/${nodePath.replace('/', '/NCMD/')}`
/** Group and node, as `group/node`. */
export type NodePath = `${string}/${string}`
