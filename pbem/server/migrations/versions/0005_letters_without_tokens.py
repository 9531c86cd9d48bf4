"""letters that were read lose their tokens"""

import sqlalchemy as sa
from alembic import op

from pbem.server.database import schema
from pbem.server.queue import letters, stored_tokens

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Hide the tokens of letters that an older version has kept as they came."""
    link, table = op.get_bind(), schema.letter
    numbers = sa.select(table.c.id).where(~letters.HOLDS_TOKENS)
    one = sa.select(table.c.raw, table.c.recipient).where(
        table.c.id == sa.bindparam("number")
    )
    for number in link.execute(numbers).scalars().all():
        raw, to = link.execute(one, {"number": number}).one()
        hide = stored_tokens.hider(link, raw, to or "")
        letters.hide_tokens(link, number, raw, to, hide)


def downgrade() -> None:
    """Do nothing: no version needs them."""
