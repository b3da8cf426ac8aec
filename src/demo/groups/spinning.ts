import { care, fault, look, measure, type MachineGroup } from './group'

/** From the melt to the filaments. */
export const spinningGroups = {
  extruder: {
    makers: [
      ['沪东纺机', 'JWM-150/30'],
      ['苏南精密', 'SJ-180/33'],
      ['莱恩塑机', 'LE-165'],
    ],
    life: [4200, 1.3],
    faults: [
      fault(
        'mechanical',
        3,
        '减速箱异响，振动偏大',
        '高速轴轴承磨损，游隙超差',
        '更换高速轴轴承，重新对中，换齿轮油',
        'bearing',
      ),
      fault('heating', 4, '三区温度上不去，比设定低 12 ℃', '加热圈断路', '更换加热圈，紧固接线端子', 'heater'),
      fault(
        'electrical',
        2,
        '主电机过载跳闸',
        '螺杆进料口架桥，冷却水流量不足',
        '清理架桥料，疏通冷却水路，复位热继电器',
        'contactor',
      ),
      fault('mechanical', 2, '换网器漏料', '密封环老化', '停机更换密封环，重新紧固法兰', 'seal'),
      fault('instrument', 2, '熔体压力显示跳动', '压力传感器膜片损坏', '更换熔体压力传感器并校零', 'sensor'),
    ],
    checks: [
      measure('主电机电流', 'Main motor current', 'A', 310, 180, 420),
      measure('熔体压力', 'Melt pressure', 'MPa', 9.2, 5, 14),
      look('减速箱无异响、无渗油', 'Gearbox quiet, no oil leak'),
    ],
    care: [
      care(
        '减速箱换油',
        'Gearbox oil change',
        12,
        'month',
        4,
        ['放净旧油，清洗磁性油塞', '加注齿轮油至油位线', '试运行 30 min 检查渗漏'],
        'oil',
        8000,
      ),
      care('加热圈与热电偶检查', 'Heater band and thermocouple check', 1, 'month', 2, [
        '逐区测量加热圈电流',
        '核对热电偶读数',
        '紧固接线端子',
      ]),
    ],
  },
  metering: {
    makers: [
      ['北辰泵业', 'CP-100'],
      ['江南齿轮泵', 'MP-150'],
    ],
    life: [6500, 1.6],
    faults: [
      fault('mechanical', 3, '计量泵轴封漏料', '填料磨损', '更换轴封组件，重新调整压盖', 'seal'),
      fault('electrical', 2, '计量泵变频器报过流', '泵轴抱死，熔体温度偏低', '升温保温后盘车，复位变频器', 'inverter'),
      fault('mechanical', 2, '万向节有响声', '十字轴缺油磨损', '更换万向节并加注高温脂', 'coupling'),
    ],
    checks: [measure('计量泵转速', 'Metering pump speed', 'r/min', 24, 10, 40), look('轴封无漏料', 'Shaft seal tight')],
    care: [
      care(
        '万向节润滑与检查',
        'Universal joint lubrication and check',
        1,
        'month',
        1,
        ['清洁万向节', '加注高温润滑脂', '检查安全销'],
        'grease',
      ),
    ],
  },
  die: {
    makers: [
      ['精锐纺丝', 'SP-3200'],
      ['海澄精模', 'SPN-3500'],
    ],
    life: [3800, 1.8],
    faults: [
      fault('mechanical', 4, '喷丝板局部滴料，布面有硬块', '喷丝孔堵塞', '停机刮板，更换组件', 'pack'),
      fault('heating', 2, '箱体右侧温度偏低 6 ℃', '加热棒损坏', '更换加热棒，测量绝缘', 'heater'),
      fault('instrument', 1, '箱体测温点显示断线', '热电偶断线', '更换热电偶', 'thermocouple'),
    ],
    checks: [
      measure('箱体温度', 'Spin beam temperature', '°C', 238, 225, 250),
      look('板面清洁、无滴料', 'Die face clean, no drips'),
    ],
    care: [
      care(
        '刮板与板面清洁',
        'Die scraping and face cleaning',
        1,
        'week',
        1,
        ['铲除板面低聚物', '喷涂硅油', '检查断丝'],
        'chem',
      ),
      care(
        '更换纺丝组件',
        'Spin pack change',
        3,
        'month',
        8,
        ['降温泄压', '拆装组件并按顺序紧固', '升温后检查漏料'],
        'pack',
      ),
    ],
  },
  blower: {
    makers: [
      ['沪江风机', 'G4-73'],
      ['东岳风机', 'HFB-900'],
      ['北辰风机', 'TB-200'],
    ],
    life: [5200, 1.5],
    faults: [
      fault('mechanical', 4, '风机振动超标，轴承座发热', '轴承润滑不良', '更换轴承，重新找动平衡', 'bearing'),
      fault('mechanical', 2, '皮带打滑，风压下降', '三角带磨损伸长', '更换三角带并张紧', 'belt'),
      fault('electrical', 2, '变频器报过热停机', '散热风扇损坏，滤棉堵塞', '更换散热风扇，清洁滤棉', 'inverter'),
      fault('instrument', 1, '风压变送器无输出', '取压管积料堵塞', '疏通取压管，校验变送器', 'sensor'),
    ],
    checks: [
      measure('风机电流', 'Blower current', 'A', 128, 70, 180),
      measure('轴承温度', 'Bearing temperature', '°C', 52, 10, 80),
      look('运行平稳、无异响', 'Runs smoothly and quietly'),
    ],
    care: [
      care('轴承润滑', 'Bearing lubrication', 1, 'month', 1, ['清洁油嘴', '按量加注润滑脂', '记录轴承温度'], 'grease'),
      care('叶轮清洁与平衡检查', 'Impeller cleaning and balance check', 6, 'month', 4, [
        '清除叶轮积料',
        '检查焊缝',
        '测量振动值',
      ]),
    ],
  },
  heater: {
    makers: [
      ['恒泰电热', 'DRK-450'],
      ['沪东热工', 'AH-600'],
    ],
    life: [4600, 1.3],
    faults: [
      fault('heating', 4, '热风温度波动大', '固态继电器击穿一相', '更换固态继电器', 'contactor'),
      fault('heating', 3, '加热器对地绝缘低', '电热管受潮', '烘干后更换损坏电热管', 'heater'),
    ],
    checks: [
      measure('热风温度', 'Hot air temperature', '°C', 262, 230, 320),
      look('接线端子无过热变色', 'Terminals not discoloured'),
    ],
    care: [
      care('电热管绝缘测量', 'Heating element insulation test', 3, 'month', 2, [
        '停电验电',
        '500 V 兆欧表测量绝缘',
        '紧固端子',
      ]),
    ],
  },
  exhaust: {
    makers: [
      ['东岳风机', 'YX-4'],
      ['海澄环保', 'MEX-30'],
    ],
    life: [5600, 1.3],
    faults: [
      fault('mechanical', 3, '单体抽吸风量不足', '管道内单体积聚', '拆洗管道与叶轮'),
      fault('mechanical', 2, '抽吸风机轴承响', '轴承缺油', '更换轴承', 'bearing'),
    ],
    checks: [
      measure('抽吸负压', 'Suction pressure', 'kPa', 1.8, 0.8, 3),
      look('接油盘无溢出', 'Drip tray not overflowing'),
    ],
    care: [
      care('单体管道清洗', 'Monomer duct cleaning', 1, 'month', 3, ['拆开检修口', '高压清洗', '密封复位'], 'chem'),
    ],
  },
} as const satisfies Record<string, MachineGroup>
