"""Misuses that a type checker reports; each marked line is one. Never run."""

from pitboss import gaems, games  # noqa: F401  # error: attr-defined

poker = games["three-card-poker"]
settlement = poker.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets={"ante": 1000})

poker.simulate(100, sead=7)  # error: call-arg
poker.simulate("100")  # error: arg-type
poker.design("pair-plus", edge=0.03, edgy=1)  # error: call-arg
poker.session({"ante": "1000"})  # error: dict-item
settlement.as_json()["nett"]  # error: typeddict-item
poker.odds().as_json()["wagers"]["ante"]["deals"].upper()  # error: attr-defined
poker.odds()["ante"].house_edge.lower()  # error: attr-defined
