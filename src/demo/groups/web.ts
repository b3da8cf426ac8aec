import { care, fault, look, measure, type MachineGroup } from './group'

/** From the web to the roll. */
export const webGroups = {
  former: {
    makers: [
      ['恒丰成网', 'WF-3400'],
      ['苏南精密', 'LB-3500'],
    ],
    life: [3000, 1.4],
    faults: [
      fault('mechanical', 4, '网帘跑偏报警', '纠偏气缸动作迟缓，导辊粘料', '清理导辊，更换纠偏气缸密封', 'cylinder'),
      fault('mechanical', 2, '网帘局部破损，布面有印', '硬块压入网帘', '修补网帘，打磨毛刺'),
      fault('control', 2, '网速显示与设定偏差大', '编码器联轴器松动', '紧固联轴器，重新标定', 'sensor'),
      fault('pneumatic', 1, '张紧气缸漏气', '密封圈老化', '更换密封圈', 'cylinder'),
    ],
    checks: [
      measure('网带速度', 'Mesh belt speed', 'm/min', 280, 50, 600),
      look('网帘无破损、无跑偏', 'Belt whole and on track'),
      measure('网下负压', 'Pressure below the belt', 'kPa', 7.5, 4, 12),
    ],
    care: [
      care('网帘清洗', 'Mesh belt cleaning', 2, 'week', 3, ['低速运行高压清洗', '检查接缝', '清理导辊'], 'chem'),
      care('导辊轴承润滑', 'Guide roll bearing lubrication', 1, 'month', 1, ['清洁油嘴', '加注润滑脂'], 'grease'),
    ],
  },
  calender: {
    makers: [
      ['安瑞热轧', 'CAL-3600'],
      ['华中辊业', 'TR-3500'],
    ],
    life: [3600, 1.4],
    faults: [
      fault('heating', 3, '花辊两端温差超过 3 ℃', '旋转接头泄漏，流量不均', '更换旋转接头密封，排气', 'seal'),
      fault('hydraulic', 3, '热轧压力保不住', '液压缸内泄', '更换油缸密封件，清洗阀组', 'valve'),
      fault('mechanical', 2, '热轧机轴承温度高', '高温脂流失', '补加高温脂，检查轴承游隙', 'grease'),
      fault('mechanical', 1, '光辊表面有划痕，布面亮线', '硬块通过', '研磨辊面'),
    ],
    checks: [
      measure('花辊温度', 'Engraved roll temperature', '°C', 148, 130, 165),
      measure('光辊温度', 'Smooth roll temperature', '°C', 146, 130, 165),
      measure('轧辊压力', 'Nip pressure', 'N/mm', 82, 40, 120),
    ],
    care: [
      care('辊面清洁检查', 'Roll face cleaning and check', 1, 'week', 1, ['清洁辊面', '检查花纹磨损', '检查防护装置']),
      care('液压油过滤', 'Hydraulic oil filtering', 6, 'month', 3, ['取样化验', '循环过滤', '更换滤芯'], 'filter'),
    ],
  },
  oiling: {
    makers: [
      ['江南轻机', 'OIL-3300'],
      ['恒丰成网', 'KR-3200'],
    ],
    life: [5000, 1.2],
    faults: [
      fault('mechanical', 3, '上油泵无流量', '滤网堵塞', '清洗滤网，更换叶轮', 'filter'),
      fault('mechanical', 2, '上油辊轴头漏液', '机封磨损', '更换机械密封', 'seal'),
    ],
    checks: [
      measure('上油辊转速', 'Oiling roll speed', 'r/min', 28, 5, 60),
      look('槽液无泡沫、液位正常', 'No foam, level normal'),
    ],
    care: [care('油槽清洗', 'Oiling trough cleaning', 1, 'month', 2, ['排空槽液', '清洗滤网', '重新配液'], 'chem')],
  },
  dryer: {
    makers: [
      ['沪东热工', 'TD-3200'],
      ['恒泰电热', 'DR-3300'],
    ],
    life: [4800, 1.3],
    faults: [
      fault('heating', 3, '烘箱温度升不上去', '热油调节阀卡滞', '拆洗调节阀，校验定位器', 'valve'),
      fault('mechanical', 2, '循环风机响声大', '轴承损坏', '更换轴承', 'bearing'),
    ],
    checks: [measure('烘箱温度', 'Dryer temperature', '°C', 105, 80, 130), look('箱门密封良好', 'Door seals tight')],
    care: [care('烘箱绒毛清理', 'Oven lint removal', 2, 'week', 2, ['停机降温', '清理绒毛与滤网', '检查防火措施'])],
  },
  winder: {
    makers: [
      ['恒立卷绕', 'WD-3600'],
      ['安瑞热轧', 'AW-3500'],
    ],
    life: [2600, 1.3],
    faults: [
      fault('pneumatic', 3, '换卷时横切刀不动作', '电磁阀卡阀芯', '更换电磁阀', 'valve'),
      fault('control', 3, '张力波动，端面不齐', '张力传感器零点漂移', '重新标定张力传感器', 'sensor'),
      fault('mechanical', 2, '卷绕辊轴承异响', '轴承磨损', '更换轴承', 'bearing'),
      fault('safety', 1, '安全光幕误动作', '光幕镜面积灰', '清洁光幕并校准', 'sensor'),
    ],
    checks: [
      measure('卷绕张力', 'Winding tension', 'N', 210, 80, 350),
      look('横切刀动作正常', 'Cross cutter works'),
      look('安全光幕有效', 'Light curtain works'),
    ],
    care: [
      care(
        '卷绕机润滑与气路检查',
        'Winder lubrication and air line check',
        2,
        'week',
        2,
        ['导轨加油', '检查气管漏气', '排放油水分离器'],
        'oil',
      ),
      care('横切刀更换', 'Cross-cut blade change', 3, 'month', 1, ['挂牌上锁', '更换刀片', '试切确认'], 'blade'),
    ],
  },
  slitter: {
    makers: [
      ['精工分切', 'SL-3300'],
      ['恒立卷绕', 'SLT-3200'],
    ],
    life: [2800, 1.3],
    faults: [
      fault('mechanical', 4, '分切毛边，个别工位断不开', '圆刀磨钝', '换刀并重新对刀', 'blade'),
      fault('control', 2, '纠偏动作不灵敏', '超声波探头积尘', '清洁探头，重新标定', 'sensor'),
      fault('pneumatic', 2, '气胀轴漏气', '气囊破损', '更换气囊', 'hose'),
      fault('electrical', 2, '伺服报编码器故障', '电缆弯折疲劳', '更换编码器电缆', 'cable'),
      fault('mechanical', 1, '收卷辊跳动大', '轴承座松动', '紧固轴承座，调整平行度', 'bearing'),
    ],
    checks: [
      measure('收卷张力', 'Rewind tension', 'N', 140, 60, 260),
      look('刀口锋利、防护齐全', 'Knives sharp, guards in place'),
      look('急停有效', 'Emergency stop works'),
    ],
    care: [
      care(
        '刀轴与导轨润滑',
        'Knife shaft and rail lubrication',
        1,
        'week',
        1,
        ['清洁刀轴', '导轨加油', '检查锁紧'],
        'oil',
      ),
      care(
        '对刀与平行度检查',
        'Knife setting and parallelism check',
        1,
        'month',
        3,
        ['检查刀轴跳动', '校对各辊平行度', '试切检查毛边'],
        'blade',
      ),
    ],
  },
  conveying: {
    makers: [
      ['江南轻机', 'VF-1200'],
      ['苏南精密', 'GD-800'],
      ['莱恩塑机', 'LF-600'],
    ],
    life: [4300, 1.2],
    faults: [
      fault('pneumatic', 3, '吸料机不上料', '过滤器堵塞，管道漏气', '清洁过滤器，更换软管', 'filter'),
      fault('control', 2, '计量秤超差报警', '料位开关失灵', '更换料位开关，重新标定', 'sensor'),
      fault('mechanical', 1, '搅拌电机过载', '色母结块', '清理料斗', null),
    ],
    checks: [look('上料正常、无漏料', 'Feeds without leaking'), measure('料位', 'Level', '%', 62, 20, 95)],
    care: [care('过滤器清洁', 'Filter cleaning', 1, 'week', 1, ['清洁滤芯', '检查密封', '放空积料'], 'filter')],
  },
  inspection: {
    makers: [
      ['光视检测', 'WIS-3200'],
      ['北辰仪器', 'BWS-300'],
    ],
    life: [7000, 1.1],
    faults: [
      fault('instrument', 3, '在线检测误报多', '镜头积尘', '清洁镜头，重新标定白平衡'),
      fault('control', 2, '相机通讯中断', '网线接头松动', '更换网线接头', 'cable'),
      fault('electrical', 1, '光源闪烁', '电源模块老化', '更换电源模块', 'lamp'),
    ],
    checks: [look('镜头与光源清洁', 'Lens and light clean'), look('标样检测通过', 'Reference sample found')],
    care: [care('标定与清洁', 'Calibration and cleaning', 1, 'month', 1, ['清洁镜头光源', '标样比对', '备份参数'])],
  },
} as const satisfies Record<string, MachineGroup>
